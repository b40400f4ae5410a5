import ArgumentParser

/// The shape of a load's events and their streams.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Sizes of payloads, instead of --payload-bytes: 64-4096, every size equally likely; or median:256, \
            log-normal, with a few up to \(PayloadSizes.tail) times the median.
            """, valueName: "sizes"))
    var payloadSizes: PayloadSizes?

    @Option(help: "Contents of generated payloads and metadata: random bytes, or compressible text.")
    var payloadContents = PayloadContents.random

    @OptionGroup var metadata: MetadataOptions

    @Option(
        help: ArgumentHelp(
            """
            Append the events of a file that nacre export wrote, with its types, schema numbers, tags, data, metadata \
            and streams. Each writer appends the events of its streams in order, repeatedly, with new ids and times.
            """, valueName: "file"))
    var eventsFrom: String?

    @Option(help: "The distribution from which each writer draws its streams.")
    var distribution = KeyDistribution.uniform

    @OptionGroup var keys: KeyOptions

    @Option(help: "Streams that an append writes; its events are divided evenly.")
    var streamsPerAppend = 1

    @Option(help: "none, a tag out of 10,000, or an id and two tags.")
    var labels = EventLabels.none

    @Option(help: "Further tags of each event, out of 10,000.")
    var tagsPerEvent = 0

    @Option(
        help: ArgumentHelp(
            "Repeat one append in this many with the same ids; the answer must be: already recorded.",
            valueName: "appends"))
    var repeatEvery: Int?

    func validate() throws {
        if let sizes = payloadSizes {
            try require(
                sizes.lowerBound >= EventMark.size && sizes.upperBound <= PayloadSizes.greatest,
                "--payload-sizes must be from \(EventMark.size) to \(PayloadSizes.greatest) bytes, not \(sizes)")
            try require(
                eventsFrom == nil, "--payload-sizes and --events-from exclude each other: a file has its own sizes")
        }
        try require(
            metadata.bytes == 0 || eventsFrom == nil,
            "--metadata-bytes and --events-from exclude each other: a file has its own metadata")
        try require(streamsPerAppend, atLeast: 1, "--streams-per-append")
        try require(tagsPerEvent, atLeast: 0, "--tags-per-event")
        try require(
            tagsPerEvent <= EventLabels.mostFurtherTags,
            "--tags-per-event must be at most \(EventLabels.mostFurtherTags), not \(tagsPerEvent): an event has up to "
                + "64 tags, of which --labels takes up to two")
        if let repeatEvery {
            try require(repeatEvery, atLeast: 1, "--repeat-every")
            try require(labels == .idAndTags, "--repeat-every needs caller-supplied ids: add --labels id-and-tags")
        }
        if eventsFrom != nil, distribution != .uniform || streamsPerAppend > 1 {
            throw ValidationError(
                "--events-from excludes --distribution and --streams-per-append: the file determines the streams")
        }
    }

    /// Applies the options to a load of uniform streams and generated payloads of one size.
    private func shape(_ plain: AppendLoad) throws -> AppendLoad {
        var load = plain
        load.labels = labels
        load.distribution = distribution
        load.exponent = keys.zipfExponent
        load.furtherTags = tagsPerEvent
        load.streamsPerAppend = streamsPerAppend
        load.repeatsEvery = repeatEvery
        load.payloadContents = payloadContents
        load.metadataBytes = metadata.bytes
        load.payloadSizes = payloadSizes
        if let payloadSizes { load.payloadBytes = payloadSizes.mean }
        try require(
            load.eventsPerAppend.isMultiple(of: streamsPerAppend),
            "--events-per-append (\(load.eventsPerAppend)) must be a multiple of --streams-per-append, which is "
                + "\(streamsPerAppend)")
        try require(
            load.streams >= load.writers * streamsPerAppend,
            "every writer needs \(streamsPerAppend) streams of its own: --streams must be at least "
                + "\(load.writers * streamsPerAppend), not \(load.streams)")
        if let eventsFrom { try take(eventsFrom, into: &load) }
        return load
    }

    private func take(_ file: String, into load: inout AppendLoad) throws {
        try require(
            load.eventsPerAppend == 1,
            "--events-from appends one event at a time, in the order of the file: leave out --events-per-append")
        let recorded = try RecordedEvents(reading: file)
        try require(
            recorded.streams >= load.writers,
            "\(file) has \(recorded.streams) streams, and every writer needs one: --writers must be at most that, not "
                + "\(load.writers)")
        load.streams = recorded.streams
        load.payloadBytes = recorded.meanPayloadBytes
        load.metadataBytes = recorded.meanMetadataBytes
        load.recorded = recorded
    }

    /// The load of the options and this shape.
    ///
    /// - Throws: `ValidationError` if it is invalid, or an engine does not support it; `ExitCode`, after a report, if
    ///   the file of events cannot be read.
    func load(_ options: LoadOptions, writers: Int, eventsPerAppend: Int) throws -> AppendLoad {
        do {
            let load = try shape(options.load(writers: writers, eventsPerAppend: eventsPerAppend))
            var abilities: EngineAbilities = load == load.plain ? [] : .openStore
            if load.hasTags { abilities.insert(.labels) }
            if load.repeatsEvery != nil { abilities.insert(.repeats) }
            try options.requireAbilities(abilities, for: "a load of this shape")
            return load
        } catch let error as HarnessError {
            throw error.reported
        }
    }
}

extension AppendLoad {
    /// The simplest form of the load: one stream per append, drawn uniformly, payloads and metadata of one size.
    fileprivate var plain: AppendLoad {
        var plain = AppendLoad(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: streams, payloadBytes: payloadBytes, seed: seed
        )
        // The ceiling accepts any templates of one size.
        plain.payloadContents = payloadContents
        plain.metadataBytes = metadataBytes
        return plain
    }
}
