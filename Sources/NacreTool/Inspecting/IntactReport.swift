import Nacre

/// The output of `nacre stats --skip-damaged`: what is whole of a log.
struct IntactReport: Shown {
    let store: StoreID
    private(set) var events = 0
    private(set) var damage: [LogDamage] = []

    /// The streams of these events, by the hash of their names: a log may have millions.
    private var streams: Set<UInt64> = []

    init(store: StoreID) {
        self.store = store
    }

    /// Counts a part of the log.
    mutating func add(_ part: IntactLog.Part) {
        switch part {
        case .event(let event):
            events += 1
            streams.insert(ContentHash(Array(event.stream.text.utf8)).high)
        case .damage(let found): damage.append(found)
        }
    }

    var fields: [(name: String, text: String)] {
        [
            ("store", store.description), ("whole events", "\(events)"), ("in streams", "\(streams.count)"),
            ("damaged places", "\(damage.count)"),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("id", store.description)
            writer.field("events", events)
            writer.field("streams", streams.count)
            writer.list("damage", damage) { writer, damage in
                writer.field("firstPosition", damage.first)
                if let last = damage.last { writer.field("lastPosition", last) }
                writer.field("reason", damage.reason)
                writer.field("isLost", damage.isLost)
            }
        }
    }
}
