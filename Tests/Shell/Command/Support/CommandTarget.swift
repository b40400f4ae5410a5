import Testing

/// What commands of a test run on: a store, or a server.
protocol CommandTarget: Sendable {
    var process: NacreProcess { get }

    /// The option that names it.
    var place: [String] { get }
}

extension CommandTarget {
    /// Runs a command.
    func run(_ arguments: String..., input: String? = nil) async throws -> NacreProcess.Result {
        try await process.run(arguments + place, input: input)
    }

    /// Runs a command that must succeed, and returns its output.
    @discardableResult
    func output(
        _ arguments: String..., input: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await process.run(arguments + place, input: input)
        try #require(
            result.status == 0, "\(arguments) exits with \(result.status): \(result.errors)",
            sourceLocation: sourceLocation)
        return result.output
    }

    /// Runs a command that must fail, and returns its messages.
    @discardableResult
    func failure(
        _ status: Int32, _ arguments: String..., input: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await process.run(arguments + place, input: input)
        #expect(
            result.status == status, "\(arguments) exits with \(result.status): \(result.errors)",
            sourceLocation: sourceLocation)
        #expect(result.errors.hasPrefix("nacre: "), sourceLocation: sourceLocation)
        return result.errors
    }
}
