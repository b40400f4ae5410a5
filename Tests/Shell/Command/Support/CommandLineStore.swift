import Foundation
import TestFolders
import Testing
import ToolTesting

/// A store in its own folder, used only through the program.
struct CommandLineStore: Sendable {
    let folder: TemporaryFolder
    let name: String
    var process = NacreProcess()

    init(named name: String = "nacre.store") throws {
        try self.init(in: TemporaryFolder(), named: name)
    }

    init(in folder: TemporaryFolder, named name: String) throws {
        self.folder = folder
        self.name = name
    }

    var path: String { folder.path(name) }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Runs a command on the store.
    func run(_ arguments: String..., input: String? = nil) async throws -> NacreProcess.Result {
        try await process.run(arguments + ["--store", path], input: input)
    }

    /// Runs a command that must succeed, and returns its output.
    @discardableResult
    func output(
        _ arguments: String..., input: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await process.run(arguments + ["--store", path], input: input)
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
        let result = try await process.run(arguments + ["--store", path], input: input)
        #expect(
            result.status == status, "\(arguments) exits with \(result.status): \(result.errors)",
            sourceLocation: sourceLocation)
        #expect(result.errors.hasPrefix("nacre: "), sourceLocation: sourceLocation)
        return result.errors
    }

    /// The number of events in the store.
    func eventCount() async throws -> Int {
        try await output("read", "--format", "ndjson").split(separator: "\n").count
    }
}
