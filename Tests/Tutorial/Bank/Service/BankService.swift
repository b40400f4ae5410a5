import Bank
import Logging
import NacreLMDB
import NacreRuntime
import NacreServices
import ServiceLifecycle
import UnixSignals

/// Runs what goes along with the bank's log, until it is asked to end.
@main struct BankService {
    static func main() async throws {
        let logger = Logger(label: "bank")
        let bank = try await Bank(.lmdb(at: CommandLine.arguments[1]))
        let services = try FollowerService.services(for: bank.runtime.followers, logger: logger)
        let group = ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
        await bank.runtime.close()
    }
}
