import ConsistencyChecking
import Nacre
import NacreLMDB
import NacreReplicated

/// Checks a cluster that is whole again, and what its clients were answered.
struct ClusterAudit {
    let cluster: Cluster
    let history: History
    private(set) var anomalies: [String] = []
    private(set) var states: [NodeState] = []
    private(set) var head: Position = 0

    init(_ cluster: Cluster, _ history: History) {
        self.cluster = cluster
        self.history = history
    }

    /// Checks everything.
    ///
    /// - Throws: Errors that keep it from checking.
    mutating func run() async throws {
        let isWhole = try await catchUp()
        if isWhole { try await checkNodes() }
        for node in cluster.nodes + [cluster.witness] where node.isOpen { try await node.close() }
        try await checkFolders()
    }

    private mutating func find(_ anomaly: String) { anomalies.append(anomaly) }

    // MARK: Nodes

    /// Waits until all nodes have everything; the witness joins only then, so that it has the log alone.
    private mutating func catchUp() async throws -> Bool {
        try await cluster.witness.start()
        do {
            try await cluster.witness.awaitOpening(within: .seconds(120))
        } catch {
            find("a new node cannot join: \(error)")
            return false
        }
        for node in cluster.nodes + [cluster.witness] {
            if let failure = node.failure {
                find("\(node.name) has ended by itself: \(failure)")
                continue
            }
            let end = ContinuousClock.now + .seconds(60)
            while true {
                let answer = await node.ask(.catchUp)
                if case .done = answer { break }
                guard case .failed(let words) = answer, Excuse.explains(words), ContinuousClock.now < end else {
                    find("\(node.name) cannot catch up: \(answer)")
                    break
                }
            }
        }
        return anomalies.isEmpty
    }

    /// Checks how nodes are doing, and what their long subscriptions have delivered.
    private mutating func checkNodes() async throws {
        for node in cluster.nodes + [cluster.witness] {
            let end = ContinuousClock.now + .seconds(20)
            while true {
                guard case .status(let state) = await node.ask(.status),
                    case .read(.number(let head)) = await node.ask(.read(.head, isLocal: true))
                else { throw ProofFailure("\(node.name) does not say how it is") }
                let isDone = state.followed.position == head && state.isReady
                guard isDone || ContinuousClock.now > end || state.failure != nil else {
                    try await Task.sleep(for: .milliseconds(50))
                    continue
                }
                states.append(state)
                if let failure = state.failure { find("\(node.name) has stopped: \(failure)") }
                if !state.isReady { find("\(node.name) is not ready, although all is well") }
                if let failure = state.followed.failure { find("a subscription on \(node.name) has ended: \(failure)") }
                if state.followed.position != head {
                    find("a subscription on \(node.name) is at \(state.followed.position), and the replica at \(head)")
                }
                break
            }
        }
        for (index, state) in states.enumerated() where state.followed.failure == nil {
            guard state.followed != states[0].followed else { continue }
            find("the subscriptions on node \(index) and on node 0 have delivered different events")
        }
    }

    // MARK: Folders

    /// Checks the replicas: each by itself, all against each other, and the history against the last one.
    private mutating func checkFolders() async throws {
        var stores: [(name: String, store: LMDBEventStore)] = []
        for node in cluster.nodes + [cluster.witness] {
            do {
                let options = LMDBEventStore.Options(
                    durability: .unsynced, createsStore: false, fallsBackToReadOnly: true, mapSize: 16 << 30,
                    derivedMapSize: 4 << 30)
                stores.append((node.name, try await LMDBEventStore.open(at: node.settings.path, options: options)))
            } catch {
                find("the replica of \(node.name) does not open: \(error)")
            }
        }
        for (name, store) in stores {
            let findings = FindingList()
            _ = try await store.verify(reporting: { _ in }, finding: { findings.add($0.description) })
            for finding in findings.all.prefix(3) { find("verifying \(name): \(finding)") }
        }
        if let reference = stores.last {
            head = try await reference.store.head()
            for (name, store) in stores.dropLast() { try await compare(store, name, with: reference.store) }
            try await checkHistory(reference.store)
        }
        for (_, store) in stores { await store.close() }
    }

    /// Compares two replicas: by their ends, and then block by block.
    private mutating func compare(
        _ store: LMDBEventStore, _ name: String, with reference: LMDBEventStore
    ) async throws {
        let own = try await store.head()
        if own != head { find("\(name) ends at \(own), and a new node at \(head)") }
        if let position = try await ReplicaComparison.firstDifference(between: store, and: reference) {
            find("\(name) differs from a new node at position \(position)")
        }
        for position in 0...min(own, head) {
            guard try await store.checkpoint(at: position) != reference.checkpoint(at: position) else { continue }
            find("the block of \(name) at position \(position) is another one than that of a new node")
            break
        }
    }

    /// Checks what clients were answered.
    private mutating func checkHistory(_ store: LMDBEventStore) async throws {
        var events: [FinalLog.Event] = []
        for try await event in store.readLog() { events.append(FinalLog.Event(event)) }
        var checker = ConsistencyChecker(
            history.entries, FinalLog(events), toleratesAppend: { Excuse.explains($0) },
            toleratesRead: { Excuse.explains($0) })
        for check in checker.check(replicas: history.localReads).checks where !check.passed {
            find("not so: \(check.name): \(check.detail ?? "")")
        }
    }
}
