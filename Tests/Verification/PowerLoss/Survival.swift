import TestRandomness

/// The unsynced changes that survive a power loss.
enum Survival: Sendable {
    case none
    case all
    /// All except those in doubt.
    case allCertain
    /// Only those in doubt.
    case onlyDoubtful
    /// All others, and one of those in doubt, counted over all files.
    case allCertainAnd(Int)
    /// All except one, counted over all files.
    case allBut(Int)
    case only(Int)
    /// A random selection of changes in random order.
    case some(seed: UInt64)
    /// A random selection of the sectors of changes in random order.
    case torn(seed: UInt64)

    /// The choices for a moment: the fixed ones, and a number of random ones.
    static func choices(of disk: Disk, random: Int, seed: UInt64) -> [Survival] {
        let pending = disk.pendingCount
        guard pending > 0 else { return [.none] }
        var choices: [Survival] = [.none, .all]
        let doubtful = disk.doubtful
        if !doubtful.isEmpty { choices += [.allCertain, .onlyDoubtful] }
        if doubtful.count > 1 {
            for index in doubtful.suffix(3) { choices += [.allCertainAnd(index), .allBut(index)] }
        }
        if pending > 1 {
            for index in 0..<min(pending, 3) { choices += [.allBut(pending - 1 - index), .only(index)] }
        }
        for index in 0..<random {
            let seed = seed &+ UInt64(index)
            choices.append(index % 2 == 0 ? .torn(seed: seed) : .some(seed: seed))
        }
        return choices
    }
}

extension Disk {
    /// The number of changes that a power loss may take one by one.
    var pendingCount: Int {
        files.reduce(pendingRename == nil ? 0 : 1) { $0 + $1.pending.count + ($1.pendingEntry == nil ? 0 : 1) }
    }

    /// The changes in doubt, counted over all files.
    fileprivate var doubtful: [Int] {
        var next = 0
        var doubtful: [Int] = []
        for file in files {
            next += file.pendingEntry == nil ? 0 : 1
            for pending in file.pending {
                if pending.isDoubtful { doubtful.append(next) }
                next += 1
            }
        }
        return doubtful
    }

    /// The files that a power loss leaves, `nil` for a missing one.
    func image(after survival: Survival) -> [[UInt8]?] {
        var chance = Chance(survival)
        let found: [(exists: Bool, content: [UInt8])] = files.map { file in
            var exists = file.exists
            var isNew = false
            if let pending = file.pendingEntry, chance.keeps() {
                exists = pending.exists
                isNew = pending.exists
            }
            var kept: [Pending.Change] = []
            for pending in file.pending {
                if case .sectors(let sectors) = pending.change, chance.tears {
                    kept.append(.sectors(sectors.filter { _ in chance.coin() }))
                    _ = chance.keeps()
                } else if chance.keeps(isDoubtful: pending.isDoubtful) {
                    kept.append(pending.change)
                }
            }
            var content = file.safe
            for change in chance.ordered(kept) { content.apply(change) }
            return (exists || isNew, content)
        }
        var image = found.map { $0.exists ? $0.content : nil }
        guard let rename = pendingRename else { return image }
        // Not renamed: the file has its old name, if that was created. Otherwise it exists under the new one.
        if chance.keeps() {
            image[rename.to] = found[rename.to].content
        } else {
            image[rename.from] = image[rename.to]
            image[rename.to] = rename.replaced.exists ? rename.replaced.safe : nil
        }
        return image
    }
}

/// Decides for each change whether it survives.
private struct Chance {
    private let survival: Survival
    private var random: SeededGenerator
    private var next = 0

    init(_ survival: Survival) {
        self.survival = survival
        switch survival {
        case .some(let seed), .torn(let seed): random = SeededGenerator(seed: seed)
        default: random = SeededGenerator(seed: 0)
        }
    }

    var tears: Bool { if case .torn = survival { true } else { false } }

    mutating func coin() -> Bool { Bool.random(using: &random) }

    mutating func keeps(isDoubtful: Bool = false) -> Bool {
        defer { next += 1 }
        return switch survival {
        case .none: false
        case .all: true
        case .allCertain: !isDoubtful
        case .onlyDoubtful: isDoubtful
        case .allCertainAnd(let index): !isDoubtful || index == next
        case .allBut(let index): index != next
        case .only(let index): index == next
        case .some, .torn: coin()
        }
    }

    mutating func ordered(_ changes: [Disk.Pending.Change]) -> [Disk.Pending.Change] {
        switch survival {
        case .some, .torn: changes.shuffled(using: &random)
        default: changes
        }
    }
}
