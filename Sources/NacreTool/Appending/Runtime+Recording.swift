import Nacre
import NacreRuntime

extension Runtime {
    /// Runs an append; if its outcome is unknown, the error names the option that makes a repetition safe.
    ///
    /// - Parameters:
    ///   - repeatOption: The option that identifies a repetition of the command; `nil` if the command line already does.
    ///   - body: The work that appends.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package static func recording<Result>(
        repeatOption: String?, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch var error as EventStoreError where error.outcome == .unknown && repeatOption != nil {
            error.message += "; the command can be repeated with \(repeatOption ?? "")"
            throw error
        }
    }
}
