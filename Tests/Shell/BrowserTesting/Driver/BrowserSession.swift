import FeatureAPI
import Foundation
import Synchronization
import TestTraits

/// A browser with a profile of its own; its tabs share cookies and storage.
///
/// The driver has one current tab a session: commands of several tabs take turns.
final class BrowserSession: Sendable {
    let options: BrowserOptions

    /// The folder that the command lines of the browser's processes name.
    let folder: String

    private let path: String
    private let client: WebDriverClient
    private let turn = Places(1)
    private let current = Mutex<String?>(nil)

    init(_ id: String, of client: WebDriverClient, options: BrowserOptions, folder: String) {
        path = "/session/\(id)"
        self.client = client
        self.options = options
        self.folder = folder
    }

    /// The tab that a new browser has.
    func firstTab() async throws -> BrowserTab {
        let tab = BrowserTab(try await send(.get, "/window"), of: self)
        try await tab.prepare()
        return tab
    }

    /// Sends a command of the session.
    func send<Value: Decodable>(
        _ method: APIMethod, _ command: String, _ parameters: JSONValue = [:]
    ) async throws -> Value {
        try await client.send(method, path + command, parameters)
    }

    /// Sends a command of a tab.
    func send<Value: Decodable>(
        _ method: APIMethod, _ command: String, _ parameters: JSONValue = [:], in tab: String
    ) async throws -> Value {
        await turn.take()
        defer { turn.giveBack() }
        if current.withLock({ $0 }) != tab {
            let _: JSONValue = try await send(.post, "/window", ["handle": .string(tab)])
            current.withLock { $0 = tab }
        }
        return try await send(method, command, parameters)
    }
}
