"""The PDF: the one long page that Sphinx's singlehtml makes, its folds open, printed by Chromium with an outline, tags and numbers of pages."""
import base64

from devtools import Page

SLOWEST = 900       # seconds; some 300 pages take twenty on an idle machine
FOOT = ('<div style="font: 8px sans-serif; width: 100%; padding: 0 15mm; display: flex; justify-content: space-between; color: #555">'
        '<span>Halo</span><span class="pageNumber"></span></div>')


def printed(html, pdf):
    """A4. `html`: a file; `pdf` is written only when it is whole."""
    page = Page()
    try:
        page.open(html.as_uri())
        page.ask("document.fonts.ready.then(() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; }))")
        made = page.call("Page.printToPDF", patience=SLOWEST, paperWidth=8.27, paperHeight=11.69, marginTop=0.7, marginBottom=0.8, marginLeft=0.7, marginRight=0.7, printBackground=True,
                         displayHeaderFooter=True, headerTemplate="<span></span>", footerTemplate=FOOT, generateTaggedPDF=True, generateDocumentOutline=True)
    finally:
        page.close()
    fresh = pdf.with_suffix(".part")
    fresh.write_bytes(base64.b64decode(made["data"]))
    fresh.rename(pdf)
