import ArgumentParser

/// What writers contend for.
enum Contended: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// The versions of streams that all of them append to.
    case streams

    /// Tags that all of them put on events; each writer appends to a stream of its own.
    case tags
}

/// What a writer reads before it tries to append.
enum Groundwork: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// The version of the stream or the head of the log, and no event.
    case version

    /// All events of the stream, or all with the tag, as well.
    case events
}

/// Appends by many writers to the same few streams, or under conditions on the same few tags.
struct ContendedLoad: Hashable, Sendable, Codable {
    /// Concurrent writers.
    var writers: Int

    var eventsPerAppend: Int

    /// Streams, or tags, that all writers share.
    var keys: Int

    /// Bytes of an event's data.
    var payloadBytes: Int

    var seed: UInt64

    /// What writers contend for.
    var contended: Contended

    /// What is read before each attempt.
    var groundwork: Groundwork

    var distribution: KeyDistribution

    /// The exponent of Zipf's distribution.
    var exponent: Double

    /// The number of retries after which an operation is given up.
    var retries: Int

    /// Bytes of an event's metadata.
    var metadataBytes = 0

    /// What distinguishes the load from others, in words.
    var variant: String {
        let choice = distribution == .uniform ? "uniform" : "\(distribution.rawValue) \(decimal(exponent, decimals: 2))"
        return "on \(contended.rawValue), \(choice)" + (groundwork == .events ? ", reading events" : "")
    }

    /// The load as reports name it, which also determines its payloads and metadata.
    var appendLoad: AppendLoad {
        var load = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: keys, payloadBytes: payloadBytes, seed: seed)
        load.metadataBytes = metadataBytes
        return load
    }
}
