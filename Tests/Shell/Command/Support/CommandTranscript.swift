import Foundation

/// What commands print and exit with, without what differs from run to run.
struct CommandTranscript {
    private let target: any CommandTarget
    private let scrubbing: [String: String]
    private(set) var entries: [String] = []

    /// Creates a transcript of commands on a target.
    ///
    /// - Parameters:
    ///   - target: What the commands run on.
    ///   - scrubbing: Texts that are replaced, with their replacements.
    init(of target: any CommandTarget, scrubbing: [String: String] = [:]) {
        self.target = target
        self.scrubbing = scrubbing
    }

    /// Runs a command, and adds its result.
    mutating func run(_ arguments: String..., input: String? = nil) async throws {
        let result = try await target.process.run(arguments + target.place, input: input)
        var entry = "\(arguments.joined(separator: " "))\n\(result.output)\(result.errors)exit \(result.status)"
        for (text, replacement) in scrubbing { entry = entry.replacing(text, with: replacement) }
        entry.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
        entry.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
        entries.append(entry)
    }
}
