import FeatureAPI
import Foundation

/// A tab of a browser.
///
/// Elements are found as a user finds them: fields by their labels, buttons and links by their names, as the browser gives
/// them to assistive technology. Pages change by themselves, so that each step waits until what it needs is there.
package struct BrowserTab: Sendable {
    let handle: String
    let session: BrowserSession

    /// How long it waits for an element or a condition.
    package var patience: Duration

    init(_ handle: String, of session: BrowserSession) {
        self.handle = handle
        self.session = session
        patience = session.options.patience
    }

    /// The same tab with another limit for waiting: tests of what is missing.
    package func waiting(atMost patience: Duration) -> Self {
        var tab = self
        tab.patience = patience
        return tab
    }

    /// The temporary folder of the browser, which its processes name in their command lines.
    package var folder: String { session.folder }

    /// Sends a command, and decodes its result.
    func send<Value: Decodable>(
        _ method: APIMethod, _ command: String, _ parameters: JSONValue = [:]
    ) async throws -> Value {
        do {
            return try await session.send(method, command, parameters, in: handle)
        } catch var error as BrowserError {
            // Without a page, as after a crash, the error itself says more than that of asking.
            error.page = try? await session.send(.get, "/url", in: handle)
            throw error
        }
    }

    /// Sends a command whose result has no meaning.
    func send(_ method: APIMethod, _ command: String, _ parameters: JSONValue = [:]) async throws {
        let _: JSONValue = try await send(method, command, parameters)
    }

    /// Ends the whole browser as a crash does.
    package func crash() async throws { try await develop("Browser.crash") }

    /// Sends a command of the DevTools protocol, and decodes its result.
    func develop<Value: Decodable>(_ command: String, _ parameters: JSONValue = [:]) async throws -> Value {
        try await send(.post, "/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// Sends a command of the DevTools protocol whose result has no meaning.
    func develop(_ command: String, _ parameters: JSONValue = [:]) async throws {
        let _: JSONValue = try await develop(command, parameters)
    }
}
