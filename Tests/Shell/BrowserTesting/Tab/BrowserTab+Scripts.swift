package import FeatureAPI

extension BrowserTab {
    /// Runs a script in the page, also if the page itself may not run any, and decodes what it returns.
    ///
    /// The script is the body of a function, whose `arguments` are given.
    package func evaluate<Value: Decodable>(_ script: String, _ arguments: JSONValue...) async throws -> Value {
        try await send(.post, "/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// Runs a script in the page for its effect.
    package func run(_ script: String, _ arguments: JSONValue...) async throws {
        try await send(.post, "/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }
}
