import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import NacreServices
import ServiceLifecycle
import UnixSignals

// The listings in comments of `FollowerService`.

func runFollowers(logger: Logger) async throws {
    let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) { Spending() }
    let group = ServiceGroup(
        services: try FollowerService.services(for: runtime.followers, logger: logger),
        gracefulShutdownSignals: [.sigterm], logger: logger)
    try await group.run()
    await runtime.close()
}
