import FeatureAPI
package import Foundation

extension BrowserTab {
    /// Opens a page, and waits until it is loaded.
    package func open(_ address: String) async throws { try await send(.post, "/url", ["url": .string(address)]) }

    /// Opens a page, and waits until it is loaded.
    package func open(_ address: URL) async throws { try await open(address.absoluteString) }

    /// Goes back in the history.
    package func back() async throws { try await send(.post, "/back") }

    /// Goes forward in the history.
    package func forward() async throws { try await send(.post, "/forward") }

    /// Loads the page again.
    package func reload() async throws { try await send(.post, "/refresh") }

    /// The address of the page.
    package var address: String { get async throws { try await send(.get, "/url") } }

    /// The title of the page.
    package var title: String {
        get async throws { try await retrying("the title") { try await send(.get, "/title") } }
    }

    /// The document as it is now, as HTML.
    package var source: String { get async throws { try await send(.get, "/source") } }

    /// Opens another tab of the same browser.
    package func newTab() async throws -> BrowserTab {
        let created: Created = try await send(.post, "/window/new", ["type": "tab"])
        let tab = BrowserTab(created.handle, of: session)
        try await tab.prepare()
        return tab
    }

    /// All tabs of the browser, also those that pages have opened.
    package func tabs() async throws -> [BrowserTab] {
        let handles: [String] = try await session.send(.get, "/window/handles")
        let tabs = handles.map { BrowserTab($0, of: session) }
        for tab in tabs { try await tab.prepare() }
        return tabs
    }

    /// Closes the tab; closing the last one ends the browser.
    package func close() async throws { try await send(.delete, "/window") }

    private struct Created: Decodable {
        let handle: String
    }
}
