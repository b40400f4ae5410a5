import ArgumentParser
import Logging
import NacreInspector
import NacreLMDB
import NacreRuntime
import NacreTool
import ServiceLifecycle
import UnixSignals

/// The listings about the inspector: they are compiled.
private enum InspectorListings {
    struct ShopCommand: StoreTool {
        static let (name, version) = ("shop", "1.0")
        static var features: Features {}
        static func engine(_ at: StoreLocation) -> LMDBEngine { .lmdb(at: at.path, options: .init(logger: at.logger)) }

        static let commands = [CommandGroup(name: "In the browser", subcommands: [InspectCommand<Self>.self])]
    }

    static func answer(_ runtime: Runtime) async throws -> InspectorAnswer {
        let inspector = try Inspector(runtime, storeAt: "shop.store", tool: "shop")
        let answer = await inspector.answer(InspectorRequest(target: "/log?type=OrderPlaced"))
        return answer
    }

    static func serve(_ inspector: Inspector, _ logger: Logger) async throws {
        let server = try InspectorServer(inspector, logger: logger) { address in print(address) }
        try await ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger).run()
    }
}
