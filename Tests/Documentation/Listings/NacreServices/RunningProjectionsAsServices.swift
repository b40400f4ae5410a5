// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DomainKit
import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import NacreServices
import ServiceLifecycle
import UnixSignals

// The listings of `RunningProjectionsAsServices.md`.

enum RunningProjectionsAsServices {
    static func run(beside server: any Service) async throws {
        let logger = Logger(label: "shop")
        let runtime = try await Runtime.open(.lmdb(at: "shop.nacre"), options: .init(logger: logger)) {
            Spending()
            ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
        }

        let group = ServiceGroup(
            services: try FollowerService.services(for: runtime.followers, logger: logger) + [server],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        do {
            try await group.run()
            await runtime.close()
        } catch {
            await runtime.close()
            throw error
        }
    }

    public struct Shop: Sendable {
        public let runtime: Runtime

        @FeaturesBuilder public static var features: Features {
            Spending()
            ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) }
        }

        public init(_ engine: some StorageEngine) async throws {
            runtime = try await Runtime.open(engine) { Shop.features }
        }
    }

    struct Screen: Service {
        let orders: LiveValues<[OrderEvent]>
        let show: @Sendable ([OrderEvent]) async throws -> Void

        func run() async throws {
            for try await shown in orders.untilShutdown() { try await show(shown) }
        }
    }
}
