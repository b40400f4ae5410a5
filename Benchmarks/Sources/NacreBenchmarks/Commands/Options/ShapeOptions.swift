import ArgumentParser

/// The shape of a load's events and their streams.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How large payloads are, in the place of --payload-bytes: 64-4096, every size as likely; or median:256, \
            log-normal, half of them smaller, and a few up to \(PayloadSizes.tail) times as large.
            """, valueName: "sizes"))
    var payloadSizes: PayloadSizes?

    @Option(help: "What made-up payloads and metadata are like: random bytes, or text that a compressor makes small.")
    var payloadContents = PayloadContents.random

    @OptionGroup var metadata: MetadataOptions

    @Option(
        help: ArgumentHelp(
            """
            Append the events of a real file, as nacre export writes them: types, schema numbers, tags, data, \
            metadata, and which events share a stream are the file's; each writer appends those of its streams in \
            their order, over and over, which is why ids and times are new.
            """, valueName: "file"))
    var eventsFrom: String?

    @Option(help: "How each writer draws from its streams.")
    var distribution = KeyDistribution.uniform

    @OptionGroup var keys: KeyOptions

    @Option(help: "Streams that an append writes, its events shared out evenly to them.")
    var streamsPerAppend = 1

    @Option(help: "What events carry: nothing, a tag of 10,000, or an id of the caller's and two tags.")
    var labels = EventLabels.none

    @Option(help: "Tags of 10,000 that each event carries beside what --labels says.")
    var tagsPerEvent = 0

    @Option(
        help: ArgumentHelp(
            "Send one append in so many once more, under the same ids: it must be answered as recorded already.",
            valueName: "appends"))
    var repeatEvery: Int?

    func validate() throws {
        if let sizes = payloadSizes {
            guard sizes.lowerBound >= EventMark.size, sizes.upperBound <= PayloadSizes.greatest else {
                throw ValidationError(
                    "--payload-sizes are from \(EventMark.size) to \(PayloadSizes.greatest) bytes, these are \(sizes)")
            }
            guard eventsFrom == nil else {
                throw ValidationError("--payload-sizes and --events-from exclude each other: a file has its own sizes")
            }
        }
        guard metadata.bytes == 0 || eventsFrom == nil else {
            throw ValidationError("--metadata-bytes and --events-from exclude each other: a file has its own metadata")
        }
        try require(streamsPerAppend, atLeast: 1, "--streams-per-append")
        try require(tagsPerEvent, atLeast: 0, "--tags-per-event")
        guard tagsPerEvent <= EventLabels.mostFurtherTags else {
            throw ValidationError(
                "--tags-per-event is at most \(EventLabels.mostFurtherTags), for --labels adds up to two and an event "
                    + "has 64: this is \(tagsPerEvent)")
        }
        if let repeatEvery {
            try require(repeatEvery, atLeast: 1, "--repeat-every")
            guard labels == .idAndTags else {
                throw ValidationError("--repeat-every needs ids of the caller's: add --labels id-and-tags")
            }
        }
        if eventsFrom != nil, distribution != .uniform || streamsPerAppend > 1 {
            throw ValidationError(
                "--events-from excludes --distribution and --streams-per-append: which stream is next is the file's")
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
        guard load.eventsPerAppend.isMultiple(of: streamsPerAppend) else {
            throw ValidationError(
                "--events-per-append (\(load.eventsPerAppend)) is a multiple of --streams-per-append, this is "
                    + "\(streamsPerAppend)")
        }
        guard load.streams >= load.writers * streamsPerAppend else {
            throw ValidationError(
                "every writer needs \(streamsPerAppend) streams of its own: --streams is at least "
                    + "\(load.writers * streamsPerAppend), this is \(load.streams)")
        }
        if let eventsFrom {
            guard load.eventsPerAppend == 1 else {
                throw ValidationError(
                    "--events-from appends one event at a time, as they follow each other in the file: leave "
                        + "--events-per-append out")
            }
            let recorded = try RecordedEvents(reading: eventsFrom)
            guard recorded.streams >= load.writers else {
                throw ValidationError(
                    "\(eventsFrom) has \(recorded.streams) streams, and every writer needs one: --writers is at most "
                        + "that, this is \(load.writers)")
            }
            load.streams = recorded.streams
            load.payloadBytes = recorded.meanPayloadBytes
            load.metadataBytes = recorded.meanMetadataBytes
            load.recorded = recorded
        }
        return load
    }

    /// The load of the options and this shape.
    ///
    /// - Throws: `ValidationError` if it is invalid, or an engine does not support it; `ExitCode`, after a report, if
    ///   the file of events cannot be read.
    func load(_ options: LoadOptions, writers: Int, eventsPerAppend: Int) throws -> AppendLoad {
        do {
            let load = try shape(options.load(writers: writers, eventsPerAppend: eventsPerAppend))
            try options.requireAbilities(Self.abilities(for: load), for: "a load of this shape")
            return load
        } catch let error as HarnessError {
            throw error.reported
        }
    }

    /// The abilities that engines need for a load.
    private static func abilities(for load: AppendLoad) -> EngineAbilities {
        var abilities: EngineAbilities = []
        if load != load.plain { abilities.insert(.openStore) }
        if load.hasTags { abilities.insert(.labels) }
        if load.repeatsEvery != nil { abilities.insert(.repeats) }
        return abilities
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
