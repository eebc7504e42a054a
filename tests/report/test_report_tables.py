"""Tables as LaTeX and Markdown."""

from cse.report.tables import Cell, Head, PageTable, to_latex, to_markdown

HEADS = (Head("model", "model_name", True), Head("rate", "rate %", False))


def table(*rows, **more) -> PageTable:
    return PageTable("t", "A & B", HEADS, rows, **more)


def test_no_sign_of_a_name_is_read_as_latex():
    name = "a_b&c%d$e#f{g}h~i^j\\k<l>m"
    written = to_latex(table((Cell(name), Cell("1"))))
    escaped = r"a\_b\&c\%d\$e\#f\{g\}h\textasciitilde{}i\textasciicircum{}j\textbackslash{}k\textless{}l\textgreater{}m"
    assert f"    {escaped} & 1 \\\\\n" in written
    assert r"\caption{A \& B}" in written
    assert r"model\_name & rate \%" in written


def test_no_line_break_in_a_name_ends_a_row():
    for write in (to_latex, to_markdown):
        assert "a b c" in write(table((Cell("a\nb\r\x00c"), Cell("1"))))


def test_no_sign_of_a_name_is_read_as_markdown():
    written = to_markdown(table((Cell("a|b_*c*`d`<e>\\"), Cell("1"))))
    assert r"| a\|b\_\*c\*\`d\`\<e\>\\ | 1 |" in written.split("\n")


def test_notes_and_what_is_left_out_stand_below():
    more = table((Cell("a"), Cell("1")), notes=["b: too few probes"], left_out=1200)
    for write in (to_latex, to_markdown):
        assert write(more).index("b: too few probes") < write(more).index("1,200 more rows are not shown.")
