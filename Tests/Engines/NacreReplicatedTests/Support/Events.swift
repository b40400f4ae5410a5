import Nacre
import NacreReplicated
import Testing

extension EventData {
    /// An event of a text.
    static func fact(_ text: String = "fact", id: EventID? = nil, tags: [Nacre.Tag] = []) -> EventData {
        EventData(id: id, type: "Happened", tags: tags, data: Array(text.utf8))
    }
}

extension EventStore {
    /// Appends a commit that must be refused.
    func refused(_ commit: Commit) async throws -> EventStoreError {
        do {
            _ = try await append(commit)
        } catch let error as EventStoreError {
            return error
        }
        throw NotRefused()
    }

    /// The texts of all events.
    func texts() async throws -> [String] {
        try await readLog().collect().map { String(decoding: $0.data, as: UTF8.self) }
    }
}

/// The error of something that was accepted and should not have been.
struct NotRefused: Error {}

/// Runs a body that must throw an error of the store.
func refusal(_ body: () async throws -> Void) async throws -> EventStoreError {
    do {
        try await body()
    } catch let error as EventStoreError {
        return error
    }
    throw NotRefused()
}

/// Checks that all nodes hold the same blocks, to the same end.
func expectEqual(_ nodes: [ReplicatedEventStore], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for node in nodes { try await node.catchUp() }
    let heads = try await withThrowingTaskGroup(of: Position.self) { group in
        for node in nodes { group.addTask { try await node.local.head() } }
        return try await group.reduce(into: Set<Position>()) { $0.insert($1) }
    }
    #expect(heads.count == 1, "the nodes end at \(heads)", sourceLocation: sourceLocation)
    for node in nodes.dropFirst() {
        let difference = try await ReplicaComparison.firstDifference(between: nodes[0].local, and: node.local)
        #expect(difference == nil, sourceLocation: sourceLocation)
    }
}

/// Waits until something holds.
func eventually(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
) async throws {
    for _ in 0..<2_000 {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it never happened that \(what)", sourceLocation: sourceLocation)
}
