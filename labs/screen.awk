# screen.awk · folds text to `width` columns and cuts it to `rows` lines; 0 means no limit. A line with a form feed alone
# parts the text from its foot, which is never cut. Bytes, not characters: LC_ALL=C, for awks differ about UTF-8.

function cells(text) { gsub(/[\200-\277]/, "", text); return length(text) }   # bytes that only continue a character go

function spaces(n) { return sprintf("%" n "s", "") }

# Where the second line of a folded one begins: below the text of `where:` and `try:`, below the second column of a table,
# else below its own first word.
function hanging(line) {
    if (match(line, /^  (where|try): +/)) return RLENGTH
    if (match(line, /^[^ ]+  +/) && RLENGTH <= width / 2) return RLENGTH
    match(line, /^ */)
    return RLENGTH < width / 2 ? RLENGTH : 0
}

# The first `n` columns of a word that is wider.
function head(word, n,   end) {
    for (end = n; cells(substr(word, 1, end)) < n || substr(word, end + 1, 1) ~ /[\200-\277]/; ++end) ;
    return substr(word, 1, end)
}

function put(line) { lines[++count] = line }

function fold(line,   indent, column, words, n, i, part, piece) {
    if (width == 0 || cells(line) <= width) { put(line); return }
    indent = hanging(line)
    part = substr(line, 1, indent)
    column = indent
    n = split(substr(line, indent + 1), words, " ")
    for (i = 1; i <= n; ++i) {
        if (column > indent && column + 1 + cells(words[i]) > width) {
            put(part)
            part = spaces(indent); column = indent
        }
        if (column > indent) { part = part " "; ++column }
        while (column + cells(words[i]) > width) {
            piece = head(words[i], width - column)
            put(part piece)
            words[i] = substr(words[i], length(piece) + 1)
            part = spaces(indent); column = indent
        }
        part = part words[i]; column += cells(words[i])
    }
    put(part)
}

# Colour only repeats what the words say.
function painted(line) {
    if (!colour) return line
    if (match(line, /^passed/)) return "\033[1;32m" substr(line, 1, RLENGTH) "\033[0m" substr(line, RLENGTH + 1)
    if (match(line, /^[a-z_]+: [0-9]+ of /)) { match(line, /^[a-z_]+/); return "\033[1;31m" substr(line, 1, RLENGTH) "\033[0m" substr(line, RLENGTH + 1) }
    return line
}

/^\f$/ { if (lines[count] != "") put(""); foot = count + 1; next }
{ fold($0) }

END {
    room = count
    if (rows > 0 && foot && count >= rows) room = rows - 2 - (count - foot + 1)    # the cursor stands in one, the cut takes one
    for (i = 1; i <= count; ++i) {
        if (!foot || i >= foot || i <= room) print painted(lines[i])
        else if (!said++) print "... more: make"
    }
}
