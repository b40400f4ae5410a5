import Nacre

/// What the log must hold: everything that was acknowledged or read once, in order, and nothing else.
struct Oracle {
    /// The events that were acknowledged or read, in order.
    private(set) var log: [String] = []
    /// The commits in the log, with the position of the first event.
    private(set) var recorded: [Int: Int] = [:]
    /// The commits of which it is not known whether they are in the log.
    private var doubtful: [Int: SimulatedCommit] = [:]
    /// The commit of a step that has stopped: it may still come into the log.
    var underWay: Int?
    /// The commits whose outcome an opening has reported as unknown, with that opening: whole, or absent, once another
    /// opening reads.
    private var unknown: [Int: String] = [:]
    private var versions: [Int: Int] = [:]

    /// The version of a stream.
    func version(of stream: Int) -> Int { versions[stream, default: 0] }

    /// Records that a commit is about to be appended.
    mutating func begin(_ commit: SimulatedCommit) {
        if recorded[commit.number] == nil { doubtful[commit.number] = commit }
    }

    /// Records that a commit was refused, and will never be in the log, unless an earlier attempt may be there.
    mutating func refuse(_ commit: SimulatedCommit) {
        if unknown[commit.number] == nil { doubtful[commit.number] = nil }
    }

    /// Records that an opening does not know whether a commit is in the log.
    mutating func doubt(_ commit: SimulatedCommit, by opening: String) { unknown[commit.number] = opening }

    /// Compares what an opening has read with the log, to which doubtful commits may have been added.
    ///
    /// - Parameters:
    ///   - text: The log as the opening has read it.
    ///   - reader: The opening, for messages.
    /// - Throws: ``Violation``.
    mutating func check(_ text: String, readBy reader: String) throws {
        let found = text.split(separator: ";").map(String.init)
        for (position, event) in log.enumerated() where position >= found.count || found[position] != event {
            let what = position < found.count ? found[position] : "nothing"
            throw Violation("\(reader) reads \(what) at \(position + 1) instead of \(event)")
        }
        while log.count < found.count {
            let commit = found[log.count].split(separator: " ").dropFirst(2).first?.split(separator: ".").first
            guard let number = commit.flatMap({ Int($0) }), let commit = doubtful[number] else {
                throw Violation("\(reader) reads \(found[log.count]) at \(log.count + 1), which must not be there")
            }
            let version = version(of: commit.stream)
            let expected = commit.texts(after: version)
            let part = Array(found[log.count...].prefix(expected.count))
            guard part == expected else { throw Violation("\(reader) reads \(part) instead of \(expected)") }
            if case .exact(let wanted) = commit.expectation, Int(wanted) != version {
                throw Violation("commit \(number) was accepted at version \(version), and expects \(wanted)")
            }
            recorded[number] = log.count + 1
            log += expected
            versions[commit.stream] = version + commit.count
            doubtful[number] = nil
        }
        // What an opening does not find when it reads was never acknowledged, and must not appear later.
        doubtful = doubtful.filter { $0.key == underWay || unknown[$0.key] == reader }
        unknown = unknown.filter { doubtful[$0.key] != nil }
    }

    /// Compares the answer to an append with the log, which was read after it.
    func check(_ commit: SimulatedCommit, isAt first: Int, to last: Int) throws {
        guard recorded[commit.number] == first, last == first + commit.count - 1 else {
            let found = recorded[commit.number].map { "at \($0)" } ?? "missing"
            throw Violation("commit \(commit.number) was acknowledged at \(first) to \(last), and is \(found)")
        }
    }
}
