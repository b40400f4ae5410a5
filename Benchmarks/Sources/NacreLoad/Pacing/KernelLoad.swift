package import Nacre

/// Numbered events of the kernel: items that are created and renamed, profiles that are set up and corrected.
///
/// Streams are used in turn: with n streams, every nth append goes to the same one.
package struct KernelLoad: Hashable, Sendable {
    /// The number of streams; one in eight is a profile.
    package var streams: Int

    package var payloadBytes: Int

    package var seed: UInt64

    /// The number of events per append; all are in one stream.
    package var eventsPerAppend = 1

    package init(streams: Int, payloadBytes: Int, seed: UInt64, eventsPerAppend: Int = 1) {
        (self.streams, self.payloadBytes, self.seed) = (streams, payloadBytes, seed)
        self.eventsPerAppend = eventsPerAppend
    }

    package func stream(of number: Int) -> StreamName {
        let stream = number / eventsPerAppend % streams
        var random = SplitMix64(seed: seed &+ UInt64(stream) &* 0xD1B5_4A32_D192_ED03)
        let id = EventID(high: random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: random.next() >> 2 | 1 << 63)
        return isProfile(stream) ? "profile-\(id)" : "item-\(id)"
    }

    package func version(of number: Int) -> StreamVersion {
        let (append, offset) = number.quotientAndRemainder(dividingBy: eventsPerAppend)
        return StreamVersion(append / streams * eventsPerAppend + offset + 1)
    }

    package func event(_ number: Int) -> EventData {
        let isFirst = version(of: number) == 1
        if isProfile(number / eventsPerAppend % streams) {
            let birthday = "\"birthday\":\"19\(10 + number % 90)-0\(1 + number % 9)-1\(number % 10)\"}"
            guard isFirst else { return EventData(type: "BirthdayCorrected", data: [UInt8](("{" + birthday).utf8)) }
            return EventData(
                type: "IdentityCompleted", tags: ["screenName:user\(number)"],
                data: [UInt8]("{\"screenName\":\"user\(number)\",\(birthday)".utf8))
        }
        // Bytes, not text: generating the load takes time from the measured work.
        var data = [UInt8]("{\"name\":\"\(number) ".utf8)
        data.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: max(0, payloadBytes - data.count - 2)))
        data.append(contentsOf: "\"}".utf8)
        return EventData(type: isFirst ? "ItemCreated" : "ItemRenamed", data: data)
    }

    private func isProfile(_ stream: Int) -> Bool { stream % 8 == 7 }
}

/// The commits of a load, with prepared stream names: generating the load takes time from the measured work.
package struct KernelCommits: Sendable {
    package let load: KernelLoad
    private let names: [StreamName]

    package init(_ load: KernelLoad) {
        self.load = load
        names = (0..<load.streams).map { load.stream(of: $0 * load.eventsPerAppend) }
    }

    package subscript(number: Int) -> Commit {
        let first = number * load.eventsPerAppend
        return Commit(
            (first..<first + load.eventsPerAppend).map(load.event), to: names[number % load.streams],
            expecting: .exact(load.version(of: first) - 1))
    }
}
