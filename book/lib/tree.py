"""The files that the book takes: those of the tree, and what is generated for the book as if it were there."""
from pathlib import Path, PurePosixPath


class Tree:
    def __init__(self, root, made=None):
        """`made`: a folder of generated files, each where it would be below the root."""
        self.root, self.made = Path(root), made

    def __truediv__(self, path):
        return self.made / path if self.made and (self.made / path).is_file() else self.root / path

    def matching(self, pattern):
        """The paths below the root, in order."""
        return sorted({PurePosixPath(file.relative_to(place)) for place in (self.root, self.made) if place for file in place.glob(pattern)})
