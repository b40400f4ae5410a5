public import NacreReplicated

extension EtcdLog {
    /// Checks that the cluster can be reached, that the versions of its servers are supported, and that the keys of the
    /// log fit together.
    ///
    /// - Throws: `ReplicatedLogError`.
    public func prepare() async throws {
        for (index, status) in await statuses() {
            switch status {
            case .success(let status):
                do {
                    try cluster.admit(index, status)
                } catch {
                    throw error.error("be used", to: name)
                }
                // It saves a hop: the others hand each append to the leader.
                if status.leader == status.header.memberID { cluster.prefer(index) }
            // Servers may be down, as long as a majority answers; wrong certificates never heal.
            case .failure(let failure) where failure.kind != .endpoint:
                throw failure.error("be used", to: name)
            case .failure: continue
            }
        }
        let reading = try await read([], "read its bounds")
        guard reading.tail > .zero else {
            let others = try await read([.first(keys.first, keys.end)], "read its first entry")
            guard others.tail > .zero || others.keys.isEmpty else {
                throw foreignContent("it has entries, but its key tail is missing")
            }
            return
        }
        let behind = try await read([.first(keys.entry(reading.tail.next), keys.end)], "read what is behind its end")
        if let key = behind.keys.first?.key, behind.tail == reading.tail {
            throw foreignContent("it ends at \(reading.tail), but has the key \(String(decoding: key, as: UTF8.self))")
        }
        guard try await trimmed(reading) < reading.tail else { return }
        do {
            _ = try await entry(at: reading.tail)
        } catch let error as ReplicatedLogError where error.code == .trimmed {
            // Another node has trimmed the log meanwhile.
        }
    }

    /// The state of the servers: each is asked for its status at the same time.
    ///
    /// - Returns: The state; a server that does not answer within the deadline of the options is not reachable.
    public func health() async -> LogHealth {
        let statuses = await statuses()
        let servers = statuses.map { index, status in
            let name = cluster.endpoints[index].address.description
            return switch status {
            case .success(let status):
                LogHealth.Server(
                    name: name, isReachable: true, isLeader: status.leader == status.header.memberID,
                    version: status.version, trouble: status.trouble)
            case .failure(let failure):
                LogHealth.Server(
                    name: name, isReachable: false, isLeader: nil, version: nil, trouble: failure.message)
            }
        }
        let byteCount = statuses.compactMap { try? UInt64(exactly: $0.status.get().dbSize) }.max()
        return LogHealth(servers: servers, byteCount: byteCount)
    }

    /// The status of each endpoint, asked for at the same time.
    private func statuses() async -> [(index: Int, status: Result<Etcdserverpb_StatusResponse, EtcdFailure>)] {
        typealias Status = Result<Etcdserverpb_StatusResponse, EtcdFailure>
        return await withTaskGroup(of: (Int, Status).self) { [cluster, timeout = options.deadline] group in
            for (index, endpoint) in cluster.endpoints.enumerated() {
                group.addTask {
                    do throws(EtcdFailure) {
                        return (index, Status.success(try await cluster.status(of: endpoint, timeout: timeout)))
                    } catch {
                        return (index, Status.failure(error))
                    }
                }
            }
            var statuses: [(index: Int, status: Status)] = []
            for await (index, status) in group { statuses.append((index, status)) }
            return statuses.sorted { $0.index < $1.index }
        }
    }
}

extension Etcdserverpb_StatusResponse {
    /// What is wrong with the server; `nil` if nothing is.
    fileprivate var trouble: String? {
        // Each server lists the alarms of all members.
        let own = errors.filter { !$0.hasPrefix("memberID:") || $0.hasPrefix("memberID:\(header.memberID) ") }
        return own.isEmpty ? nil : own.joined(separator: ", ")
    }
}
