import Nacre
import NacreRuntime

extension Runtime {
    /// Runs what appends, and names the option by which it can be repeated where it is unknown whether it has.
    ///
    /// - Parameters:
    ///   - again: The option by which a repetition of the command is known, where it would not be known otherwise.
    ///   - body: What appends.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    package static func recording<Result>(
        again: String?, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch var error as EventStoreError where error.outcome == .unknown && again != nil {
            error.message += "; the command can be repeated with \(again ?? "")"
            throw error
        }
    }
}
