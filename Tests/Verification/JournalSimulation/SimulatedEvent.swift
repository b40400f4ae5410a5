import Nacre

/// A commit of the simulation, whose events say which commit they belong to.
struct SimulatedCommit {
    let number: Int
    let stream: Int
    let count: Int
    let byteCount: Int
    var expectation: Expectation = .any

    /// The commit for the store.
    var commit: Commit {
        let events = (0..<count).map { index in
            let label = "\(number).\(index)"
            return EventData(
                id: EventID(high: 0x5A5A_0000_0000_0000 + UInt64(number), low: 1 << 32 + UInt64(index)), type: "T",
                data: Array(label.utf8) + [UInt8(ascii: "|")] + SimulatedEvent.padding(byteCount, of: label))
        }
        return Commit(events, to: StreamName("s-\(stream)"), expecting: expectation)
    }

    /// The texts of its events, which follow a version of the stream.
    func texts(after version: Int) -> [String] {
        (0..<count).map { index in
            "s-\(stream) \(version + index + 1) \(number).\(index) \(byteCount)\(index == count - 1 ? "!" : "")"
        }
    }
}

/// How events differ.
enum SimulatedEvent {
    /// The rest of an event's data, which its label determines.
    static func padding(_ count: Int, of label: String) -> [UInt8] {
        // One byte: a debug build makes and compares it quickly.
        [UInt8](repeating: label.utf8.reduce(1) { $0 &* 31 &+ $1 }, count: count)
    }

    /// The text of an event: stream, version, commit, index, size, and whether it is the last of its commit.
    static func text(of event: RecordedEvent) -> String {
        guard let bar = event.data.firstIndex(of: UInt8(ascii: "|")) else { return "damaged" }
        let label = String(decoding: event.data[..<bar], as: UTF8.self)
        let rest = Array(event.data[(bar + 1)...])
        guard rest == padding(rest.count, of: label) else { return "damaged" }
        return "\(event.stream.text) \(event.version) \(label) \(rest.count)\(event.isLastOfCommit ? "!" : "")"
    }
}
