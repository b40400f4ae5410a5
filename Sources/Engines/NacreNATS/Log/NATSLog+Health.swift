public import NacreReplicated

extension NATSLog {
    /// The servers that keep the stream, as its leader sees them, and their versions as far as they tell.
    ///
    /// - Returns: The state, within two seconds for each question.
    public func health() async -> LogHealth {
        let time = min(options.requestTimeout, .seconds(2))
        async let answered = settings(within: time)
        async let greeted = try? stream.greeting(within: time)
        let information: StreamInformation
        do {
            information = try await stream.information(within: time)
        } catch {
            // The greeting says which server answers at all.
            let trouble = ReplicatedLogError(error, of: name).message
            let versions = await versions(answered, greeted)
            let answering = versions.map { name, version in
                LogHealth.Server(name: name, isReachable: true, isLeader: nil, version: version, trouble: trouble)
            }
            let silent = address.servers.map { server in
                LogHealth.Server(
                    name: "\(server)", isReachable: false, isLeader: nil, version: nil, trouble: trouble)
            }
            return LogHealth(servers: answering.isEmpty ? silent : answering, byteCount: nil)
        }
        let versions = await versions(answered, greeted)
        var servers: [LogHealth.Server] = []
        if let leader = information.cluster?.leader ?? versions.keys.first, !leader.isEmpty {
            servers.append(
                LogHealth.Server(
                    name: leader, isReachable: true, isLeader: true, version: versions[leader], trouble: nil))
        }
        for replica in information.cluster?.replicas ?? [] {
            servers.append(server(replica, versions[replica.name]))
        }
        return LogHealth(servers: servers.sorted { $0.name < $1.name }, byteCount: information.state.bytes)
    }

    /// A replica, as its leader sees it.
    private func server(_ replica: StreamInformation.Replica, _ version: String?) -> LogHealth.Server {
        let silence = Duration.nanoseconds(replica.active)
        // Leaders and replicas hear from each other every second.
        let isReachable = replica.offline != true && (version != nil || silence < .seconds(5))
        let trouble: String? =
            if !isReachable {
                "the leader has not heard from it for \(silence.components.seconds) s"
            } else if !replica.current {
                "it lacks \(replica.lag ?? 0) operations and is catching up"
            } else {
                nil
            }
        return LogHealth.Server(
            name: replica.name, isReachable: isReachable, isLeader: false, version: version, trouble: trouble)
    }

    private func settings(within time: Duration) async -> [ServerSettings] {
        guard let system else { return [] }
        // Health is reported as far as it can be found out.
        return (try? await system.settings(count: options.replicas, within: time)) ?? []
    }

    private func versions(_ settings: [ServerSettings], _ greeting: ServerGreeting?) -> [String: String] {
        let servers = settings.map(\.server) + [greeting?.server].compactMap(\.self)
        return Dictionary(servers.map { ($0.name, $0.ver) }) { first, _ in first }
    }
}
