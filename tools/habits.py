"""Four habits that make our English sound translated, as far as a pattern finds them: `found` names each, with the words to use instead.

`is no fault` instead of *is not a fault*; `behind the loop` for *after the loop*; `the number of the rows of the half of the image`; and a paragraph that opens
with *It*, *They* or *This is*, whose noun was in the paragraph before.
"""
import re
from typing import NamedTuple


class Habit(NamedTuple):
    line: int
    words: str
    instead: str


# What hides sentences on a page: fences, code, tags, targets of links, addresses, formulas, a deck's head. Notes of decks are comments, and stay.
HIDDEN = re.compile(r"^( *)(```|~~~).*?^\1\2 *$|<style.*?</style>|<svg.*?</svg>|`[^`\n]+(?:\n[^`\n]+)?`|<code>.*?</code>|</?[a-zA-Z][^<>]*>|\]\([^)]*\)|https?://[^\s)>]+|\$[^$\n]+\$|\A---\n.*?^---$",
                    re.S | re.M)
GAP = r"(?:\s+(?:///?|#)?\s*)"      # between two words, also of a comment of several lines
WORD = r"[\w'’…-]+"

IS_NO = re.compile(rf"\b(?P<there>[Tt]here{GAP}(?:\w+{GAP})?)?(?:is|are|was|were|be|been|becomes?){GAP}no{GAP}(?P<next>\w+)")
COMPARED = {"longer", "more", "less", "fewer", "better", "worse", "different", "larger", "smaller", "wider", "faster", "slower", "nearer", "further", "older", "later", "higher", "one"}
BEHIND = re.compile(r"\bbehind\b", re.I)
BEHIND_IN_SOURCES = re.compile(r"""(?<=[\w,;:.`"/#'] )[Bb]ehind(?= [a-z`[(]|[.,;:]?(?:"|$))""", re.M)     # a word of a sentence, not a variable
# What is left or hidden behind something, stands behind it or is late; the cause, person or thing behind what one sees.
RIGHT_BEHIND = re.compile(r"\b(?:left|leav(?:e|es|ing))\b[^.;:|]{0,40}\bbehind\b(?!\s+(?:an?|the|its|it|both|every|each)\b)"
                          r"|\b(?:stays?|falls?|lags?|hid(?:e|es|den|ing)|weeks?|ideas?|mistake|misconception|participant|who is)\b[^.;:|]{0,40}\bbehind\b"
                          r"|\bbehind\b[^.;:|]{0,20}\bstands?\b"
                          r"|\bbehind\s+(?:[\w']+\s+){0,2}(?:walls?|guard|gate|pointer|headers|macros?|caches|templates|design|deep learning)\b", re.I)
OF_OF_OF = re.compile(rf"(?<!out )(?<!instead )(?<!because )\bof(?:{GAP}{WORD}){{1,4}}?{GAP}of(?:{GAP}{WORD}){{1,4}}?{GAP}of\b")
DANGLING = re.compile(r"[.!?]\n\n(?P<opens>(?:It|They)\s+[a-z]+|(?:This|That|These|Those)\s+(?:is|are|was|were|has|have|does|do|can|may|must|takes?|makes?|needs?|means?|costs?|gives?|holds?)\b)")


def sentences(page):
    """A page without its code; lines stay where they are."""
    return HIDDEN.sub(lambda hidden: "…" + "\n" * hidden[0].count("\n"), page)


def found(text, of_a_page=True):
    """Each habit in a text: of a page, or of a source, of which only comments and messages speak English."""
    if of_a_page:
        text = sentences(text)

    def habit(match, instead, first=0):
        return Habit(text.count("\n", 0, match.start(first)) + 1, " ".join(match[first].split()), instead)

    out = [habit(m, "is not a …, or name what it is") for m in IS_NO.finditer(text) if not m["there"] and m["next"] not in COMPARED]
    right = [range(*m.span()) for m in RIGHT_BEHIND.finditer(text)]
    behind = BEHIND if of_a_page else BEHIND_IN_SOURCES
    out += [habit(m, "after, past or beyond") for m in behind.finditer(text) if not any(m.start() in span for span in right)]
    if of_a_page:
        out += [habit(m, "a genitive, a verb, or two sentences") for m in OF_OF_OF.finditer(text)]
        out += [habit(m, "the noun: it was in the paragraph before", "opens") for m in DANGLING.finditer(text)]
    return sorted(out)
