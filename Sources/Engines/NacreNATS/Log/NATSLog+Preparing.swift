internal import NacreReplicated

extension NATSLog {
    /// Connects, creates the stream if there is none, and checks servers and stream.
    ///
    /// - Throws: ``ReplicatedLogError``: `unreachable`, `denied`, `unsupportedVersion`, `notDurable`, or `foreignContent`
    ///   for a stream that is not a log.
    public func prepare() async throws {
        try await connect()
        do {
            try await checkVersion()
            let information = try await existingStream()
            try checkStream(information.config)
            try await checkSyncing(information)
            // A new stream answers questions before its leader listens to appends.
            _ = try await bounds()
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }

    private func checkVersion() async throws {
        let greeting = try await retrying { try await stream.greeting(within: $0) }
        try Self.check(version: greeting.server.ver, of: greeting.server.name)
    }

    /// - Throws: ``ReplicatedLogError`` `unsupportedVersion`.
    static func check(version text: String, of server: String) throws(ReplicatedLogError) {
        guard let version = ServerVersion(text), version >= .oldest else {
            throw ReplicatedLogError(
                .unsupportedVersion,
                "the NATS server \(server) has version \(text), whose JetStream loses entries: install "
                    + "\(ServerVersion.oldest) or newer on every server")
        }
    }

    /// The stream's state; creates the stream if there is none.
    private func existingStream() async throws -> StreamInformation {
        do {
            return try await retrying { try await stream.information(within: $0) }
        } catch let error as JetStreamError where error.number == JetStreamError.Number.streamNotFound {
            let configuration = StreamConfiguration(of: address, replicas: options.replicas)
            do {
                try await retrying { try await stream.create(configuration, within: $0) }
            } catch let error as JetStreamError where error.number == JetStreamError.Number.streamNameInUse {
                // Another node has created it meanwhile, with other options: it is checked like any stream.
            } catch let error as JetStreamError
                where error.number == JetStreamError.Number.replicasNotSupported
                || error.number == JetStreamError.Number.noSuitablePeers
            {
                throw ReplicatedLogError(
                    .notDurable,
                    "the servers of \(name) cannot keep \(options.replicas) replicas, \(error): start a cluster of at "
                        + "least \(options.replicas) servers with JetStream, or set acceptsLoss and replicas to 1",
                    cause: error)
            }
            return try await retrying { try await stream.information(within: $0) }
        }
    }

    /// Repeats a question, or the creation of the stream, for the request timeout while there is no leader.
    ///
    /// Servers that are asked to create one stream twice at the same time do not answer each.
    private func retrying<Result>(_ ask: (Duration) async throws -> Result) async throws -> Result {
        let end = ContinuousClock.now + options.requestTimeout
        while true {
            let patience = max(.milliseconds(1), min(end - .now, max(.seconds(1), options.requestTimeout / 3)))
            do {
                return try await ask(patience)
            } catch let failure as NATSFailure where failure.mayPass && ContinuousClock.now < end {
            } catch let error as JetStreamError where error.mayPass && ContinuousClock.now < end {
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func checkStream(_ stream: StreamConfiguration) throws(ReplicatedLogError) {
        guard stream.numReplicas >= 3 || options.acceptsLoss else {
            throw ReplicatedLogError(
                .notDurable,
                "the stream of \(name) has \(stream.numReplicas) replica(s): a log needs 3, change num_replicas, or set "
                    + "acceptsLoss if acknowledged entries may be lost")
        }
        guard stream.subjects == [address.subject] else {
            throw ReplicatedLogError(
                .foreignContent,
                "the stream \(address.stream) is not a log, its subjects are "
                    + "\((stream.subjects ?? []).joined(separator: ", ")) and not \(address.subject): use another name")
        }
        let isBounded = (stream.maxMsgs ?? -1) > 0 || (stream.maxBytes ?? -1) > 0
        let wrong: [(Bool, String)] = [
            (stream.retention != "limits", "retention must be limits"),
            (stream.storage != "file" && !options.acceptsLoss, "storage must be file"),
            ((stream.maxAge ?? 0) != 0, "max_age must be 0"),
            ((stream.maxMsgsPerSubject ?? -1) > 0, "max_msgs_per_subject must be -1"),
            (isBounded && stream.discard != "new", "discard must be new"),
            (stream.denyDelete != true, "deny_delete must be true"),
            (stream.denyPurge == true, "deny_purge must be false"),
            (stream.sealed == true, "sealed must be false"),
            (stream.noAck == true, "no_ack must be false"),
            (stream.persistMode == "async" && !options.acceptsLoss, "persist_mode must not be async"),
        ]
        let faults = wrong.filter(\.0).map(\.1)
        guard faults.isEmpty else {
            throw ReplicatedLogError(
                .notDurable,
                "the stream of \(name) would lose or change entries: \(faults.joined(separator: ", ")); correct the stream"
            )
        }
    }

    /// Refuses servers that acknowledge what a power failure loses.
    private func checkSyncing(_ information: StreamInformation) async throws {
        guard !options.acceptsLoss else { return }
        guard let system else {
            guard options.serversSyncAlways else {
                throw ReplicatedLogError(
                    .notDurable,
                    "whether the servers of \(name) sync before they acknowledge cannot be read without a user of their "
                        + "system account: set systemUser; or make sure that each has sync_interval: always in its "
                        + "jetstream block, and set serversSyncAlways; or set acceptsLoss")
            }
            return
        }
        let cluster = information.cluster
        let keepers = ([cluster?.leader].compactMap(\.self) + (cluster?.replicas ?? []).map(\.name)).filter {
            !$0.isEmpty
        }
        let servers = try await system.settings(count: .max, within: min(.seconds(1), options.requestTimeout))
        let keeping = servers.filter { keepers.contains($0.server.name) }
        guard keeping.count * 2 > keepers.count else {
            throw ReplicatedLogError(
                .unreachable,
                "of the servers \(keepers.joined(separator: ", ")) that keep \(name), only \(keeping.count) tell their "
                    + "settings: start the others")
        }
        for server in keeping {
            try Self.check(version: server.server.ver, of: server.server.name)
            guard server.data?.config?.syncAlways == true else {
                throw ReplicatedLogError(
                    .notDurable,
                    "the NATS server \(server.server.name) of \(name) acknowledges entries before they are on its disk: set "
                        + "sync_interval: always in its jetstream block, or set acceptsLoss")
            }
        }
    }
}
