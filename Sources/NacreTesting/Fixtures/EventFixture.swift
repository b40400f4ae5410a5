public import Nacre

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Events in a file beside a test, one JSON object a line, as `export` and `extract` write them.
public struct EventFixture: Sendable {
    private let entries: [Commit.Entry]

    /// The number of events.
    public var count: Int { entries.count }

    /// Reads a fixture.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - test: The path of a file in the same folder; by default that of the caller.
    /// - Throws: `NDJSONError` if a line is no event; Foundation's error if the file cannot be read.
    public init(named name: String, beside test: String = #filePath) throws {
        let file = URL(filePath: test).deletingLastPathComponent().appending(path: name)
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        entries = try lines.map { line in try NDJSON.decode([UInt8](line)) }
    }

    /// Appends lines to a store, each as a commit of its own.
    ///
    /// - Parameters:
    ///   - lines: The numbers of the lines, counted from 1; those that the file does not have are left out.
    ///   - store: The store.
    /// - Throws: Errors of the store.
    public func append(lines: Range<Int>, to store: any EventStore) async throws {
        let indices = (lines.lowerBound - 1)..<(lines.upperBound - 1)
        for entry in entries[indices.clamped(to: entries.indices)] {
            try await store.append(Commit(entries: [entry]), as: .system)
        }
    }
}
