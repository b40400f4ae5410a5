import Nacre
import NacreEtcd
import NacreReplicated

/// The listings about three nodes over etcd: they are compiled.
private enum EtcdListings {
    static func open() async throws -> ReplicatedEventStore {
        let log = EtcdLog(at: try EtcdAddress("etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/shop"))
        let store = try await ReplicatedEventStore.open(at: "/var/lib/shop", over: log)
        return store
    }
}
