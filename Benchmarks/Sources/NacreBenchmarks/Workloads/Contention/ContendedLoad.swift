import ArgumentParser

enum Contended: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The versions of streams that all of them append to.
    case streams

    /// Tags that all of them put on events; each writer appends to a stream of its own.
    case tags
}

/// What a writer reads before it tries to append.
enum Groundwork: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The version of the stream or the head of the log, and no event.
    case version

    /// All events of the stream, or all with the tag, as well.
    case events
}

/// Appends by many writers to the same few streams, or under conditions on the same few tags.
struct ContendedLoad: Hashable, Sendable {
    var writers: Int
    var eventsPerAppend: Int

    /// Streams, or tags, that all writers share.
    var keys: Int

    var payloadBytes: Int
    var seed: UInt64
    var contended: Contended
    var groundwork: Groundwork
    var distribution: KeyDistribution
    var exponent: Double

    var retries: Int

    var metadataBytes = 0

    /// What distinguishes the load from others, in words.
    var variant: String {
        "on \(contended.rawValue), \(distribution.text(exponent: exponent))"
            + (groundwork == .events ? ", reading events" : "")
    }

    /// The load as reports name it, which also determines its payloads and metadata.
    var appendLoad: AppendLoad {
        var load = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: keys, payloadBytes: payloadBytes, seed: seed)
        load.metadataBytes = metadataBytes
        return load
    }
}
