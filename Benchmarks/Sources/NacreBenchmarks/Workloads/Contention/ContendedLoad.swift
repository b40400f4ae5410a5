import ArgumentParser

/// What writers get into each other's way by.
enum Contended: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// The versions of streams that all of them append to.
    case streams

    /// Tags that all of them put on events; each writer appends to a stream of its own.
    case tags
}

/// What a writer reads before it tries.
enum Groundwork: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// How far the stream or the log goes, and no event.
    case version

    /// All events of the stream, or all with the tag, as well.
    case events
}

/// What many writers append to the same few streams, or under conditions on the same few tags.
struct ContendedLoad: Hashable, Sendable, Codable {
    /// Writers that append at the same time.
    var writers: Int

    var eventsPerAppend: Int

    /// Streams, or tags, that all writers share.
    var keys: Int

    /// Bytes of an event's data.
    var payloadBytes: Int

    var seed: UInt64

    /// By what writers get into each other's way.
    var contended: Contended

    /// What is read before each attempt.
    var groundwork: Groundwork

    var distribution: KeyDistribution

    /// Of Zipf's distribution.
    var exponent: Double

    /// After how many further attempts an operation is given up.
    var retries: Int

    /// Bytes of an event's metadata.
    var metadataBytes = 0

    /// What tells the load from others, in words.
    var variant: String {
        let choice = distribution == .uniform ? "uniform" : "\(distribution.rawValue) \(decimal(exponent, decimals: 2))"
        return "on \(contended.rawValue), \(choice)" + (groundwork == .events ? ", reading events" : "")
    }

    /// The load as reports name it, and as its payloads and metadata are made.
    var appendLoad: AppendLoad {
        var load = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: keys, payloadBytes: payloadBytes, seed: seed)
        load.metadataBytes = metadataBytes
        return load
    }
}
