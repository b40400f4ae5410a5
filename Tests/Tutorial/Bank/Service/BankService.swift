import Bank
import Logging
import NacreLMDB
import NacreRuntime
import NacreServices
import ServiceLifecycle
import UnixSignals

/// Runs the bank's projection and process manager until SIGTERM or SIGINT.
///
/// The argument is the folder of the store.
@main struct BankService {
    static func main() async throws {
        let logger = Logger(label: "bank")
        let bank = try await Bank(.lmdb(at: CommandLine.arguments.dropFirst().first ?? "bank.store"))
        do {
            let services = try FollowerService.services(for: bank.runtime.followers, logger: logger)
            let group = ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            try await group.run()
        } catch {
            await bank.runtime.close()
            throw error
        }
        await bank.runtime.close()
    }
}
