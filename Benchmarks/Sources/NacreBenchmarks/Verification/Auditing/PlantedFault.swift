import ArgumentParser

/// A fault that is planted into what an audit sees, for finding out whether it notices.
enum PlantedFault: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// An acknowledged event is left out of the log, and all behind it closes up.
    case loss

    /// An event is in the log once more, at its end.
    case duplicate

    /// A position is left out: every event behind it stands one further on.
    case gap

    /// Two events of one writer have changed places.
    case reordering

    /// A writer was not told of its last append, which is in the log.
    case lostAcknowledgement = "lost-acknowledgement"

    /// What the log becomes with the fault in it; `nil` where it is too short for that.
    func planted(in log: [LoggedRecord]) -> [LoggedRecord]? {
        let middle = log.count / 2
        guard log.count > 1 else { return nil }
        var log = log
        switch self {
        case .loss:
            log.remove(at: middle)
            Self.renumber(&log)
        case .duplicate:
            log.append(log[middle])
            Self.renumber(&log)
        case .gap: for index in middle..<log.count { log[index].position += 1 }
        case .reordering:
            guard let (first, second) = Self.twoOfOneWriter(log) else { return nil }
            let before = log
            log[first] = before[second].placed(as: before[first])
            log[second] = before[first].placed(as: before[second])
        case .lostAcknowledgement: break
        }
        return log
    }

    /// What writers say they were told, with the fault in it; `nil` where no writer was told anything.
    func planted(in records: [WriterRecord]) -> [WriterRecord]? {
        guard self == .lostAcknowledgement else { return records }
        guard let writer = records.firstIndex(where: { !$0.acknowledgements.isEmpty }) else { return nil }
        var records = records
        records[writer].acknowledgements.removeLast()
        _ = records[writer].latencies.popLast()
        return records
    }

    /// Two events of one writer in one stream: in its place, each would be right but for the other.
    private static func twoOfOneWriter(_ log: [LoggedRecord]) -> (Int, Int)? {
        var last: [EventMark: Int] = [:]
        for (index, event) in log.enumerated() {
            guard var mark = EventMark(of: event.payload.span.bytes) else { continue }
            mark.sequence = 0
            if let before = last[mark] { return (before, index) }
            last[mark] = index
        }
        return nil
    }

    /// Numbers positions, and versions in every stream, as a store would that had never known better.
    private static func renumber(_ log: inout [LoggedRecord]) {
        var versions: [[UInt8]: UInt64] = [:]
        for index in log.indices {
            let version = versions[log[index].stream, default: 0] + 1
            versions[log[index].stream] = version
            log[index].position = UInt64(index) + 1
            log[index].version = version
        }
    }
}

extension LoggedRecord {
    /// The same event in the place of another one of its stream.
    fileprivate func placed(as other: LoggedRecord) -> LoggedRecord {
        var placed = self
        (placed.position, placed.version) = (other.position, other.version)
        return placed
    }
}
