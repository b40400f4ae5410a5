import Foundation
import NacreNATS
import NacreReplicated
import ReplicatedLogServers
import Testing

/// Starts servers for a suite, and ends them behind its last test.
struct SharedServers: SuiteTrait, TestScoping {
    /// The servers of the running suite.
    @TaskLocal static var current: NATSServers?

    let setup: NATSServers.Setup

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await NATSServers.run(setup) { servers in
            try await servers.waitUntilReady()
            try await Self.$current.withValue(servers, operation: function)
        }
    }
}

extension Trait where Self == SharedServers {
    /// One set of servers for all tests of the suite, in ``SharedServers/current``.
    static func servers(_ setup: NATSServers.Setup = NATSServers.Setup()) -> Self { Self(setup: setup) }
}

/// The servers of the running suite.
func servers() throws -> NATSServers { try #require(SharedServers.current) }

extension LogAppendOutcome {
    /// The sequence, if the entry was committed.
    var sequence: LogSequence? { if case .committed(let sequence) = self { sequence } else { nil } }
    /// Whether another entry was faster.
    var isConflict: Bool { if case .conflict = self { true } else { false } }
    /// Whether it is not known.
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension ReplicatedLog {
    /// Appends entries one behind the other, in a log that has a number of them.
    func append(_ entries: [[UInt8]], after count: UInt64 = 0) async throws {
        for (index, bytes) in entries.enumerated() {
            try await append(bytes, after: LogSequence(count + UInt64(index)))
        }
    }

    /// Appends an entry as a store does: what is unknown is looked up at the sequence where it would stand.
    func append(_ bytes: [UInt8], after sequence: LogSequence) async throws {
        let end = ContinuousClock.now + .seconds(40)
        while true {
            try #require(ContinuousClock.now < end)
            do {
                switch try await append(bytes, expecting: sequence) {
                case .committed(let place):
                    #expect(place == sequence.next)
                    return
                case .conflict, .unknown:
                    if let entry = try await entry(at: sequence.next) {
                        try #require(entry.bytes == bytes)
                        return
                    }
                }
            } catch let error as ReplicatedLogError where error.code == .unreachable {
            }
        }
    }

    /// The first entries behind a sequence.
    func firstEntries(_ count: Int, after sequence: LogSequence = .zero) async throws -> [SequencedEntry] {
        var found: [SequencedEntry] = []
        for try await entry in entries(after: sequence) {
            found.append(entry)
            if found.count == count { break }
        }
        return found
    }
}

/// The code of the log's error that a closure throws.
func code<Result>(
    _ body: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ReplicatedLogError {
    try #require(
        await #expect(throws: ReplicatedLogError.self, sourceLocation: sourceLocation) { _ = try await body() },
        sourceLocation: sourceLocation)
}
