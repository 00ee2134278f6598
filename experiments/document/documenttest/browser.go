//go:build browser

package documenttest

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// look is what a browser shows of a page.
type look struct {
	Title       string
	H1          int
	ScrollWidth int
	Plots       [][]float64 // width and height of each
	OffPaper    int         // plots whose paper has another colour than the page
	Twice       []string    // identifiers that are there twice
	Faint       []string    // words with too little contrast
	Small       []string    // words that are too small to be read
	Paper       string      // the colour of the page
	Headings    []int       // their levels, in order
	Bare        int         // tables without a caption or rows without a heading
}

// examine fills a look. Contrast is that of WCAG 2.2, of which AA asks 4.5 of words.
const examine = `(() => {
	const linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const luminance = c => { const [r, g, b] = c.match(/[\d.]+/g).map(Number); return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b); };
	const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	const clear = 'rgba(0, 0, 0, 0)', body = getComputedStyle(document.body).backgroundColor;
	const paper = body === clear ? 'rgb(255, 255, 255)' : body;
	const ground = e => {
		for (; e; e = e.parentElement) {
			const c = getComputedStyle(e).backgroundColor;
			if (c !== clear) return c;
		}
		return paper;
	};
	const faint = [], small = [];
	for (const e of document.querySelectorAll('body *')) {
		const words = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data.trim()).join('');
		if (!words || ['STYLE', 'TITLE'].includes(e.tagName.toUpperCase())) continue;
		const style = getComputedStyle(e), drawn = e.namespaceURI.endsWith('svg');
		if (!drawn && e.getClientRects().length === 0) continue;
		let under = drawn ? paper : ground(e);
		const square = drawn && [...e.classList].find(c => /^qf-t\d+$/.test(c));
		if (square) under = getComputedStyle(e.ownerSVGElement.querySelector('.' + square.replace('-t', '-h'))).fill;
		if (contrast(drawn ? style.fill : style.color, under) < 4.5) faint.push(words);
		const size = parseFloat(style.fontSize) * (drawn ? e.ownerSVGElement.getBoundingClientRect().width / e.ownerSVGElement.viewBox.baseVal.width : 1);
		const least = /^[2-9][LW]$/.test(words) ? 6 : drawn ? 9 : 11; // premium squares are small
		if (size < least) small.push(words + ' ' + size);
	}
	const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
	const plots = [...document.querySelectorAll('figure svg')];
	return {
		Title: document.title, H1: document.querySelectorAll('h1').length,
		ScrollWidth: document.documentElement.scrollWidth,
		Plots: plots.map(s => { const r = s.getBoundingClientRect(); return [r.width, r.height]; }),
		OffPaper: plots.filter(s => getComputedStyle(s.querySelector('rect')).fill !== paper).length,
		Twice: ids.filter((id, i) => ids.indexOf(id) !== i), Faint: faint, Small: small, Paper: paper,
		Headings: [...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1])),
		Bare: [...document.querySelectorAll('table')].filter(t => !t.querySelector('thead th[scope=col]') ||
			[...t.querySelectorAll('tbody tr')].some(r => !r.querySelector('th[scope=row]'))).length,
	};
})()`

// InBrowser opens a page from disk in headless Chromium, at the width of a desk
// and of a phone, light and dark, and fails a test unless it comes up without a
// request to any host and without an error, with all its plots, fits the width, and
// can be read. There is no test without a browser: a missing one is a failure.
func InBrowser(t *testing.T, file string, plots int) {
	t.Helper()
	wrong, err := browse(t.TempDir(), file, plots)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, w := range wrong {
		t.Errorf("%s: %s", file, w)
	}
}

// browse says what is wrong with a page. The browser keeps its data in a folder.
func browse(folder, file string, plots int) (wrong []string, err error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(folder))
	for _, off := range []string{"disable-quic", "disable-component-update"} {
		options = append(options, chromedp.Flag(off, true))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("no browser: %w", err)
	}
	papers := map[string]string{}
	for _, size := range []struct{ width, height int64 }{{1280, 800}, {390, 844}} {
		for _, scheme := range []string{"light", "dark"} {
			seen, errors, err := open(ctx, address, scheme, size.width, size.height)
			if err != nil {
				return nil, err
			}
			for _, w := range slices.Concat(errors, seen.wrong(plots, int(size.width))) {
				wrong = append(wrong, fmt.Sprintf("%d wide, %s: %s", size.width, scheme, w))
			}
			papers[scheme] = seen.Paper
		}
	}
	if papers["light"] == papers["dark"] {
		wrong = append(wrong, "light and dark are both on "+papers["dark"])
	}
	return wrong, chromedp.Cancel(ctx) // which waits for the browser to be gone
}

// wrong says what is wrong with how a page looks at a width.
func (l *look) wrong(plots, width int) (wrong []string) {
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if l.H1 != 1 || l.Title == "" {
		fail("%d headings h1 and the title %q, expected one of both", l.H1, l.Title)
	}
	if l.ScrollWidth > width {
		fail("%d wide: it scrolls sideways", l.ScrollWidth)
	}
	if len(l.Plots) != plots {
		fail("%d plots, expected %d", len(l.Plots), plots)
	}
	for i, p := range l.Plots {
		if p[0] < 200 || p[1] < 50 || int(p[0]) > width {
			fail("plot %d is %g wide and %g high", i, p[0], p[1])
		}
	}
	if l.OffPaper > 0 {
		fail("%d plots have another paper than the page", l.OffPaper)
	}
	for i, level := range l.Headings {
		if i > 0 && level > l.Headings[i-1]+1 {
			fail("a heading h%d follows one h%d", level, l.Headings[i-1])
		}
	}
	if l.Bare > 0 {
		fail("%d tables without headings of rows and columns", l.Bare)
	}
	for what, words := range map[string][]string{"there twice": l.Twice, "too faint": l.Faint, "too small": l.Small} {
		if len(words) > 0 {
			fail("%s: %q", what, words)
		}
	}
	return wrong
}

// open opens a page in a tab of its own, looks at it, and tells of errors and of
// requests to hosts.
func open(ctx context.Context, address, scheme string, width, height int64) (seen look, wrong []string, err error) {
	var mu sync.Mutex
	fail := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		wrong = append(wrong, fmt.Sprintf(format, args...))
	}
	tab, cancel := chromedp.NewContext(ctx, chromedp.WithListener(func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file:") && !strings.HasPrefix(e.Request.URL, "data:") {
				fail("a request to %s", e.Request.URL)
			}
		case *network.EventWebSocketCreated:
			fail("a connection to %s", e.URL)
		case *runtime.EventExceptionThrown:
			fail("exception: %s", e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			fail("console: %s", e.Type)
		case *log.EventEntryAdded:
			fail("log: %s: %s", e.Entry.Level, e.Entry.Text)
		}
	}))
	defer cancel()
	var viewport []chromedp.EmulateViewportOption
	if width < 500 {
		viewport = append(viewport, chromedp.EmulateMobile, chromedp.EmulatePortrait)
	}
	err = chromedp.Do(tab, chromedp.EmulateViewport(width, height, viewport...))
	if err == nil {
		_, err = chromedp.Call(tab, network.Enable, network.EnableParams{})
	}
	if err == nil {
		_, err = chromedp.Call(tab, log.Enable, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
	}
	if err == nil {
		err = chromedp.Do(tab, chromedp.Navigate(address))
	}
	if err == nil {
		seen, err = chromedp.Run(tab, chromedp.Evaluate[look](examine))
	}
	mu.Lock()
	defer mu.Unlock()
	return seen, slices.Clone(wrong), err
}
