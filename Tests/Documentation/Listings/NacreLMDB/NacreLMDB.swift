import CoreMetrics
import Logging
import Nacre
import NacreLMDB

// The listings of `NacreLMDB.md` and `Observing.md`.

enum EmbeddedStore {
    static func open() async throws -> any EventStore {
        let store = try await LMDBEventStore.open(at: "shop.nacre")
        return store
    }

    static func observe(metricsFactory: any MetricsFactory) async throws -> any EventStore {
        var options = LMDBEventStore.Options()
        options.logger = Logger(label: "shop.store")  // nothing is logged without one
        options.metrics = metricsFactory  // where it is not MetricsSystem.bootstrap's
        let store = try await LMDBEventStore.open(at: "shop.nacre", options: options)
        return store
    }
}
