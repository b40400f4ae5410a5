import Logging
import Nacre
import NacreRuntime
import NacreServices
import ServiceLifecycle
import UnixSignals

// The listings of `DockerAndSystemd.md`.

func runShop(_ runtime: Runtime, beside server: any Service, logger: Logger) async throws {
    let services = try FollowerService.services(for: runtime.followers, logger: logger)
    let group = ServiceGroup(
        services: services + [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    do {
        try await group.run()
    } catch {
        await runtime.close()
        throw error
    }
    await runtime.close()
}
