import ArgumentParser

/// A fault planted into what an audit sees, to verify that the audit notices it.
package enum PlantedFault: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// An acknowledged event is missing from the log, and all later ones move up.
    case loss

    /// An event is in the log a second time, at its end.
    case duplicate

    /// A position is skipped: every later event has a position one higher.
    case gap

    /// Two events of one writer are swapped.
    case reordering

    /// A writer's last append is in the log but was not acknowledged.
    case lostAcknowledgement = "lost-acknowledgement"

    /// The log with the fault; `nil` if the log is too short for it.
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

    /// The writers' records with the fault; `nil` if no writer has an acknowledged append.
    func planted(in records: [WriterRecord]) -> [WriterRecord]? {
        guard self == .lostAcknowledgement else { return records }
        guard let writer = records.firstIndex(where: { !$0.acknowledgements.isEmpty }) else { return nil }
        var records = records
        records[writer].acknowledgements.removeLast()
        _ = records[writer].latencies.popLast()
        return records
    }

    /// Two events of one writer in one stream: swapped, each is right except for the other.
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

    /// Renumbers positions, and the versions of every stream, as a store with this log would have.
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
    /// The same event, with the position and the version of another event of its stream.
    fileprivate func placed(as other: LoggedRecord) -> LoggedRecord {
        var placed = self
        (placed.position, placed.version) = (other.position, other.version)
        return placed
    }
}
