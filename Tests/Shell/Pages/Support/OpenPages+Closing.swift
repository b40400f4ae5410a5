@testable import ShellPages

extension OpenPages {
    /// Closes all pages, as if the server had been started again.
    func closeAll() async {
        for (id, browser) in browsers {
            for page in browser.pages.keys { await close(page, of: id) }
        }
    }
}
