/// What clients know of items, compared in the end with the items themselves.
///
/// Every change names the version that it is meant for. So each version of an item after the first was made by exactly
/// one request: an acknowledged one, or one whose answer was lost.
struct ItemAudit: Sendable {
    private struct Version: Hashable {
        let item: String
        let number: UInt64
    }

    private var created: [String: ItemState] = [:]
    private var seen: [Version: ItemState] = [:]
    private var acknowledged: [Version: [ItemState.Change]] = [:]
    private var inDoubt: [Version: [ItemState.Change]] = [:]

    /// Contradictions between answers.
    private var contradictions: [String] = []

    /// The number of acknowledged requests.
    var acknowledgedCount: Int { created.count + acknowledged.values.reduce(0) { $0 + $1.count } }

    /// The number of changes whose answers were lost.
    var inDoubtCount: Int { inDoubt.values.reduce(0) { $0 + $1.count } }

    /// An item was shown.
    mutating func see(_ state: ItemState) {
        let version = Version(item: state.id, number: state.version)
        if let other = seen.updateValue(state, forKey: version), other != state {
            contradictions.append("version \(state.version) of \(state.id) was both \(other) and \(state)")
        }
    }

    /// A creation was acknowledged.
    mutating func created(_ state: ItemState) {
        see(state)
        if created.updateValue(state, forKey: state.id) != nil {
            contradictions.append("two creations were answered with \(state.id)")
        }
        if state.version != 1 { contradictions.append("\(state.id) was created at version \(state.version)") }
    }

    /// A change was acknowledged.
    mutating func acknowledge(_ change: ItemState.Change, of state: ItemState, with result: ItemState) {
        see(result)
        acknowledged[Version(item: state.id, number: state.version), default: []].append(change)
        if result != state.after(change) {
            contradictions.append("\(change) of \(state) was answered with \(result)")
        }
    }

    /// The answer to a change was lost, and its repeat was refused.
    mutating func doubt(_ change: ItemState.Change, of state: ItemState) {
        inDoubt[Version(item: state.id, number: state.version), default: []].append(change)
    }

    /// What the acknowledged requests, and those in doubt, do not explain.
    ///
    /// - Parameter items: All items, also the deleted ones.
    /// - Returns: A sentence for each fault.
    func faults(in items: [ItemState]) -> [String] {
        let counts = Dictionary(grouping: items, by: \.id).mapValues(\.count)
        return contradictions
            + counts.filter { $0.value > 1 }.map { "\($0.key) is listed \($0.value) times" }
            + created.keys.filter { counts[$0] == nil }.map { "\($0) was acknowledged and is lost" }
            + items.flatMap(faults)
    }

    private func faults(of item: ItemState) -> [String] {
        guard let first = created[item.id] else {
            return ["\(item.id), \(item.name), was created by no acknowledged request: one was applied twice"]
        }
        var faults = acknowledged.keys.filter { $0.item == item.id && $0.number >= item.version }.map {
            "\(item.id) is at version \(item.version): an acknowledged change of version \($0.number) is lost"
        }
        var states: Set<ItemState> = [first]
        for number in 1..<max(1, item.version) {
            let version = Version(item: item.id, number: number)
            let changes = acknowledged[version] ?? []
            if changes.count > 1 {
                faults.append("\(changes) of version \(number) of \(item.id) were all acknowledged")
            }
            let causes = changes.isEmpty ? inDoubt[version] ?? [] : changes
            states = Set(states.flatMap { state in causes.map(state.after) })
            if let shown = seen[Version(item: item.id, number: number + 1)] { states.formIntersection([shown]) }
            guard !states.isEmpty else {
                return faults + ["version \(number + 1) of \(item.id) is explained by no request"]
            }
        }
        if !states.contains(item) { faults.append("\(item) is not explained: it should be one of \(states)") }
        return faults
    }
}
