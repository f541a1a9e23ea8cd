"""A class whose members wrote their files independently, and copies planted in it. Each student answers each TODO in one of the ways in which
students do, with names, an order and habits of their own; two students agree in an answer as often as chance has it, which is often."""
import random
import re
from string import Template

NAMES = {
    "i": ["i", "idx", "gid", "pos", "index"], "x": ["x", "col", "px", "gx"], "y": ["y", "row", "py", "gy"],
    "sum": ["sum", "acc", "result", "total", "s", "value"], "d": ["d", "k", "j", "off", "t"], "dx": ["dx", "fx", "kx", "u"],
    "dy": ["dy", "fy", "ky", "v"], "n": ["n", "src", "p", "at"], "tile": ["s_tile", "tile", "patch", "shared"], "blocks": ["blocks", "grid", "num_blocks", "g"],
    "inside": ["inside", "valid", "ok", "in_image"], "inner": ["inner", "core", "is_output", "active"], "a": ["a", "xx", "ix", "cx"], "b": ["b", "yy", "iy", "cy"],
}

INDEX = ["const int $i = int(blockIdx.x) * kBlock + int(threadIdx.x);", "int $i = blockIdx.x * blockDim.x + threadIdx.x;", "const int $i = threadIdx.x + blockDim.x * blockIdx.x;"]
SUM_1D = [
    "float $sum = 0.0f;\nfor (int $d = -radius; $d <= radius; ++$d)\n    if ($i + $d >= 0 && $i + $d < width) $sum += filter[$d + radius] * in[$i + $d];\n",
    "float $sum = 0;\nfor (int $d = 0; $d < filter_width; $d++) {\n    int $n = $i - radius + $d;\n    if ($n >= 0 && $n < width) {\n        $sum += in[$n] * filter[$d];\n    }\n}\n",
    "float $sum = 0.f;\nconst int first = max(0, $i - radius), last = min(width - 1, $i + radius);\nfor (int $n = first; $n <= last; ++$n) $sum += in[$n] * filter[$n - $i + radius];\n",
    "float $sum = 0.0f;\nint $n = $i - radius;\nfor (int $d = 0; $d < filter_width; $d++, $n++) {\n    if ($n < 0) continue;\n    if ($n >= width) break;\n    $sum = $sum + filter[$d] * in[$n];\n}\n",
    "float $sum = 0;\nfor (int $d = -radius; $d <= radius; $d++) {\n    const float $n = $i + $d < 0 || $i + $d >= width ? 0.0f : in[$i + $d];\n    $sum += $n * filter[radius + $d];\n}\n",
]
KERNEL_1D = ["$INDEX\nif ($i >= width) return;\n\n$SUM\nout[$i] = $sum;", "$INDEX\nif ($i < width) {\n$SUM\nout[$i] = $sum;\n}"]
ALLOCATE = [["CUDA_CHECK(cudaMalloc(&d_in, in_bytes));", "CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));", "CUDA_CHECK(cudaMalloc(&d_out, in_bytes));"],
            ["CUDA_CHECK(cudaMalloc((void**)&d_in, in_bytes));", "CUDA_CHECK(cudaMalloc((void**)&d_filter, filter_bytes));", "CUDA_CHECK(cudaMalloc((void**)&d_out, in_bytes));"]]
COPY = ["CUDA_CHECK(cudaMemcpy(d_in, h_in, in_bytes, cudaMemcpyHostToDevice));", "CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));"]
LAUNCH_1D = [
    "const int $blocks = (width + kBlock - 1) / kBlock;\nconv1d_basic_kernel<<<$blocks, kBlock>>>(d_in, d_filter, d_out, width, filter_width);",
    "dim3 block(kBlock);\ndim3 $blocks((width + block.x - 1) / block.x);\nconv1d_basic_kernel<<<$blocks, block>>>(d_in, d_filter, d_out, width, filter_width);",
    "conv1d_basic_kernel<<<(width - 1) / kBlock + 1, kBlock>>>(d_in, d_filter, d_out, width, filter_width);",
    "int $blocks = width / kBlock;\nif (width % kBlock != 0) $blocks++;\nconv1d_basic_kernel<<<$blocks, kBlock>>>(d_in, d_filter, d_out, width, filter_width);",
]
FREE = ["CUDA_CHECK(cudaFree(d_in));", "CUDA_CHECK(cudaFree(d_filter));", "CUDA_CHECK(cudaFree(d_out));"]

GUARD_2D = ["if (x >= width || y >= height) return;\n$BODY", "if (x < width && y < height) {\n$BODY\n}", "const bool $inside = x < width && y < height;\nif (!$inside) return;\n$BODY"]
SUM_BASIC = [
    "float $sum = 0.0f;\nfor (int $dy = -kRadius; $dy <= kRadius; ++$dy)\n    for (int $dx = -kRadius; $dx <= kRadius; ++$dx)\n        if (y + $dy >= 0 && y + $dy < height && x + $dx >= 0 && x + $dx < width)\n"
    "            $sum += c_filter[$dy + kRadius][$dx + kRadius] * in[(y + $dy) * width + x + $dx];\nout[y * width + x] = $sum;",
    "float $sum = 0;\nfor (int $dy = 0; $dy < 2 * kRadius + 1; $dy++) {\n    for (int $dx = 0; $dx < 2 * kRadius + 1; $dx++) {\n        int $b = y + $dy - kRadius;\n        int $a = x + $dx - kRadius;\n"
    "        if ($a >= 0 && $a < width && $b >= 0 && $b < height) {\n            $sum += in[$b * width + $a] * c_filter[$dy][$dx];\n        }\n    }\n}\nout[y * width + x] = $sum;",
    "float $sum = 0.f;\nfor (int $b = max(0, y - kRadius); $b <= min(height - 1, y + kRadius); ++$b)\n    for (int $a = max(0, x - kRadius); $a <= min(width - 1, x + kRadius); ++$a)\n"
    "        $sum += in[$b * width + $a] * c_filter[$b - y + kRadius][$a - x + kRadius];\nout[x + width * y] = $sum;",
    "float $sum = 0;\nfor (int $dy = -kRadius; $dy <= kRadius; $dy++) {\n    const int $b = y + $dy;\n    if ($b < 0 || $b >= height) continue;\n    const float* line = in + $b * width;\n"
    "    for (int $dx = -kRadius; $dx <= kRadius; $dx++) {\n        const int $a = x + $dx;\n        if ($a < 0 || $a >= width) continue;\n        $sum += line[$a] * c_filter[$dy + kRadius][$dx + kRadius];\n    }\n}\n"
    "out[y * width + x] = $sum;",
]
LOAD_2D = [
    "s_tile[ty][tx] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;\n__syncthreads();",
    "if (x >= 0 && x < width && y >= 0 && y < height)\n    s_tile[ty][tx] = in[y * width + x];\nelse\n    s_tile[ty][tx] = 0.0f;\n__syncthreads();",
    "float $n = 0;\nif (y >= 0 && x >= 0 && y < height && x < width) $n = in[x + y * width];\ns_tile[ty][tx] = $n;\n__syncthreads();",
    "const bool $inside = x >= 0 && x < width && y >= 0 && y < height;\ns_tile[ty][tx] = 0;\nif ($inside) s_tile[ty][tx] = in[y * width + x];\n__syncthreads();",
]
INNER_2D = [
    "if (tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile) return;\nif (x >= width || y >= height) return;\n$BODY",
    "const bool $inner = tx >= kRadius && tx < kTile + kRadius && ty >= kRadius && ty < kTile + kRadius;\nif ($inner && x < width && y < height) {\n$BODY\n}",
    "const int $a = tx - kRadius, $b = ty - kRadius;\nif ($a < 0 || $a >= kTile || $b < 0 || $b >= kTile || x >= width || y >= height) return;\n$BODY",
]
SUM_TILED = [
    "float $sum = 0.0f;\nfor (int $dy = -kRadius; $dy <= kRadius; ++$dy)\n    for (int $dx = -kRadius; $dx <= kRadius; ++$dx) $sum += c_filter[$dy + kRadius][$dx + kRadius] * s_tile[ty + $dy][tx + $dx];\nout[y * width + x] = $sum;",
    "float $sum = 0;\nfor (int $dy = 0; $dy <= 2 * kRadius; $dy++) {\n    for (int $dx = 0; $dx <= 2 * kRadius; $dx++) {\n        $sum += s_tile[ty - kRadius + $dy][tx - kRadius + $dx] * c_filter[$dy][$dx];\n    }\n}\nout[y * width + x] = $sum;",
    "float $sum = 0.f;\nfor (int $d = 0; $d < (2 * kRadius + 1) * (2 * kRadius + 1); ++$d) {\n    const int $dy = $d / (2 * kRadius + 1), $dx = $d % (2 * kRadius + 1);\n"
    "    $sum += c_filter[$dy][$dx] * s_tile[ty + $dy - kRadius][tx + $dx - kRadius];\n}\nout[x + y * width] = $sum;",
]
COMMENTS = ["my own thread", "guard", "weighted neighbours", "store it", "bounds check", "see lecture 3", "ghosts are zero", "one output", "TODO done"]


class Student:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.names = {key: self.chance.choice(options) for key, options in NAMES.items()}

    def pick(self, options, **parts):
        return habits(Template(self.chance.choice(options)).substitute(self.names, **parts), self.chance)

    def shuffled(self, lines):
        lines = list(lines)
        self.chance.shuffle(lines)
        return "\n".join(lines)


def todo(number):
    return re.compile(rf"^ *// TODO\({number}\).*\n(?: *// .*\n)*", re.M)


def answered(skeleton, answers):
    """The skeleton with TODO number → text; an empty text takes the TODO away."""
    for number, text in answers.items():
        skeleton, found = todo(number).subn(lambda _: "".join(f"    {line}\n" for line in text.splitlines()), skeleton)
        assert found == 1, f"TODO({number}) is {found} times in the skeleton"
    return skeleton


def habits(text, chance):
    """Says the same in other words, as one person would throughout: which operand comes first, which side of a comparison, `+=` or `= … +`, where `++` is, a name for a part."""
    simple = r"[A-Za-z_][\w.]*(?:\[[^\[\]]*\](?:\[[^\[\]]*\])?)?"
    def maybe(chance_of_it, pattern, by):
        nonlocal text
        if chance.random() < chance_of_it:
            text = re.sub(pattern, by, text)
    maybe(.5, r"\+\+(\$?\w+)\)", r"\1++)")
    maybe(.3, rf"({simple}) \+= ([^;\n]+);", r"\1 = \1 + \2;")
    maybe(.4, rf"({simple}) \* ({simple});", r"\2 * \1;")
    maybe(.3, r"(\w+) >= 0 && \1 < (\w+)", r"0 <= \1 && \1 < \2")
    maybe(.2, r"(\w+) >= 0 && \1 < (\w+)", r"\1 < \2 && \1 >= 0")
    maybe(.3, r"\b(\w+) \* width \+ (\w+)\]", r"\2 + \1 * width]")
    maybe(.2, r"\b(\w+) \* width \+ (\w+)\]", r"(\1 * width) + \2]")
    maybe(.3, r"([\[ ])(\w+) \+ kRadius\]", r"\1kRadius + \2]")
    maybe(.2, r"(\w+) \+ kRadius\b", r"(\1 + kRadius)")
    maybe(.3, r"2 \* kRadius \+ 1", "kRadius + kRadius + 1")
    maybe(.3, r"2 \* kRadius\b", "kRadius * 2")
    maybe(.3, r"if \((\w+) >= width \|\| (\w+) >= height\) return;", r"if (\2 >= height || \1 >= width) return;")
    maybe(.3, r"if \((\w+) >= width \|\| (\w+) >= height\) return;", r"if (!(\1 < width && \2 < height)) return;")
    maybe(.3, r"if \((\w+) >= width\) return;", r"if (width <= \1) return;")
    maybe(.3, r"out\[([^\]]+)\] = (\w+);", r"const int target = \1;\nout[target] = \2;")
    maybe(.2, r"float (\w+) = 0(?:\.0?f)?;", r"float \1;\n\1 = 0;")
    maybe(.2, r"\(width \+ kBlock - 1\) / kBlock", "(width + (kBlock - 1)) / kBlock")
    maybe(.2, r"const int (\w+) = ([^,;]+), (\w+) = ([^,;]+);", r"const int \1 = \2;\nconst int \3 = \4;")
    return text


def conv1d_basic(skeleton, student):
    index, total = student.pick(INDEX), student.pick(SUM_1D)
    return answered(skeleton, {1: student.pick(KERNEL_1D, INDEX=index, SUM=total), 2: "", 3: "", 4: student.shuffled(student.chance.choice(ALLOCATE)),
                               5: student.shuffled(COPY), 6: student.pick(LAUNCH_1D), 7: "CUDA_CHECK(cudaMemcpy(h_out, d_out, in_bytes, cudaMemcpyDeviceToHost));",
                               8: student.shuffled(FREE)})


def conv2d_tiled(skeleton, student):
    basic = student.pick(GUARD_2D, BODY=student.pick(SUM_BASIC))
    tiled = student.pick(INNER_2D, BODY=student.pick(SUM_TILED))
    return answered(skeleton, {1: basic, 2: "", 3: student.pick(LOAD_2D), 4: "", 5: tiled})


LABS = {"02_conv1d_basic": conv1d_basic, "07_conv2d_tiled": conv2d_tiled}


def independent(lab, skeleton, seed):
    return LABS[lab](skeleton, Student(seed))


# --- copies ---------------------------------------------------------------------------------------------------------

def commented(text, seed=1):
    """Other comments, other layout."""
    chance = random.Random(seed)
    text = re.sub(r"//.*", "", text)
    lines = [f"{line}   // {chance.choice(COMMENTS)}" if line.strip().endswith(";") else line for line in text.splitlines() if line.strip()]
    return "\n".join(lines).replace("    ", "\t") + "\n"


def renamed(text, skeleton, seed=1):
    """Every name that the skeleton does not have gets another."""
    given = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"//.*", "", skeleton))) | KEPT
    code = re.sub(r"//.*", "", text)
    new = {}
    for name in re.findall(r"[A-Za-z_]\w*", code):
        if name not in given and name not in new:
            new[name] = f"v{seed}_{len(new)}"
    return re.sub(r"[A-Za-z_]\w*", lambda found: new.get(found[0], found[0]), code)


KEPT = set("for if else while do return int float const bool unsigned void true false max min continue break x y threadIdx blockIdx blockDim dim3 sizeof size_t include "
           "__syncthreads cudaMalloc cudaMemcpy cudaMemcpyHostToDevice cudaMemcpyDeviceToHost cudaFree f".split())


def functions_of(text):
    """Where each function's text begins and ends; every one begins at the margin and ends with a brace there."""
    return [(found.start(), found.end()) for found in re.finditer(r"^(?:// Given\.\n)?(?:__global__ )?void .*?^}\n", text, re.M | re.S)]


def reordered(text):
    """Kernels in the other order; launchers too."""
    spans = functions_of(text)
    bodies = [text[a:b] for a, b in spans]
    kernels = [body for body in bodies if "__global__" in body][::-1]
    others = [body for body in bodies if "__global__" not in body][::-1]
    return text[:spans[0][0]] + "\n".join(kernels + others)


def merged(first, second):
    """The first function of one file, all others of another."""
    a, b = functions_of(first), functions_of(second)
    return second[:b[0][0]] + first[a[0][0]:a[0][1]] + second[b[0][1]:]


def half_copied(own, other):
    """One function is the other's, the rest one's own."""
    return merged(other, own)


def with_macros(text):
    """Loops and conditions behind macros that the copy defines."""
    text = re.sub(r"for \((?:const )?int (\w+) = ([^;]+); \1 <= ([^;]+); (?:\+\+\1|\1\+\+)\)", r"UP_TO(\1, \2, \3)", text)
    text = re.sub(r"(\w+) >= 0 && \1 < (\w+)", r"IN_RANGE(\1, \2)", text)
    text = re.sub(r"float (\w+) = 0(?:\.0?f)?;", r"float \1 = NOTHING;", text)
    macros = ("#define UP_TO(name, from, to) for (int name = (from); name <= (to); ++name)\n#define IN_RANGE(a, n) ((a) >= 0 && (a) < (n))\n#define NOTHING 0.0f\n")
    at = functions_of(text)[0][0]
    return text[:at] + macros + text[at:]


def with_operands_reversed(text):
    """Sums, products, `&&`, `||` and comparisons of simple operands the other way round."""
    simple = r"\b\w[\w.]*(?:\[[^\[\]]*\])*"
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    out = []
    for line in text.splitlines():
        if line.startswith(" ") and "for (" not in line and "<<<" not in line:
            line = re.sub(rf"({simple}) (<=|>=|<|>) ({simple})(?= ?[)&|?;])", lambda m: f"{m[3]} {turned[m[2]]} {m[1]}", line)
            line = re.sub(rf"(?<![-*/] )(?<![\w.])({simple}) ([*+]) ({simple})(?= ?[;)\],])", r"\3 \2 \1", line)
        out.append(line)
    return "\n".join(out) + "\n"
