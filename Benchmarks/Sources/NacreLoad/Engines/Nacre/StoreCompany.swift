import Nacre
import NacreLMDB

/// A process beside the one that appends, with the same store: its presence ends the use of the journal.
package struct StoreCompany: Hashable, Sendable, Codable {
    /// What the process does.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// It keeps the store open, and does nothing.
        case waiting
        /// It follows the log from its end on.
        case following
        /// Every second it opens the store, reads its statistics, and closes it.
        case inspecting
    }

    /// The hidden command of such a process.
    package static let command = "company"

    var kind: Kind
    /// The path of the store's folder.
    var store: String
    var mapSize: Int

    /// Starts a process, and waits until it has opened the store.
    ///
    /// - Returns: The process, which does its work until it is ended.
    /// - Throws: ``HarnessError`` if it cannot be started, or cannot open the store.
    func start() async throws -> ChildProcess {
        let process = try await ChildProcess(Self.command, self)
        let reply = try await process.reply(within: Deadline.patience)
        if let reply, reply.failure == nil { return process }
        let ending = await process.end()
        throw HarnessError("the process beside the store \(reply?.failure ?? ending.inWords)")
    }

    /// Does the work until this process is ended.
    ///
    /// - Parameter begun: Called when the store has been opened for the first time.
    /// - Throws: If the store cannot be opened or read.
    package func run(_ begun: () throws -> Void) async throws {
        switch kind {
        case .waiting:
            try await open { _ in
                try begun()
                try await Task.sleep(for: .seconds(86_400))
            }
        case .following:
            try await open { store in
                let events = try await store.subscribe(after: store.head(), matching: .all)
                try begun()
                for try await _ in events {}
            }
        case .inspecting:
            var isFirst = true
            while true {
                try await open { store in _ = try await store.statistics() }
                if isFirst { try begun() }
                isFirst = false
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    private func open(_ body: (LMDBEventStore) async throws -> Void) async throws {
        let options = LMDBEventStore.Options(createsStore: false, mapSize: mapSize, derivedMapSize: mapSize)
        let store = try await LMDBEventStore.open(at: store, options: options)
        try await closing(store.close) { try await body(store) }
    }
}
