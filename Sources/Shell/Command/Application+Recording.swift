import ItemsDomain
import Nacre
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

extension Application {
    /// Runs a use case, and distinguishes a failed command from a recorded one that failed afterwards.
    ///
    /// - Parameters:
    ///   - repeatOption: The option that makes a repetition of the command idempotent, if it needs one.
    ///   - body: The use case.
    /// - Returns: The result of the use case.
    /// - Throws: ``RecordedNotShown`` if the change is recorded; otherwise errors of the use case, which name the
    ///   option if the outcome is unknown.
    func recording<Result>(repeatOption: String? = nil, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await Runtime.recording(repeatOption: repeatOption, body)
        } catch let error as ItemError where error.code == .notShown {
            guard let id = error.id, let version = error.version else { throw error }
            throw await recorded(ItemArgument.stream(of: id), version, repeatOption, error.cause ?? error)
        } catch let error as ProfileError where error.code == .notShown {
            guard let user = error.user, let version = error.version else { throw error }
            throw await recorded(UserArgument.stream(of: user), version, repeatOption, error.cause ?? error)
        }
    }

    private func recorded(
        _ stream: StreamName, _ version: StreamVersion, _ repeatOption: String?, _ cause: any Error
    ) async -> RecordedNotShown {
        var position: Position?
        do {
            for try await event in store.read(stream, .forward(after: version - min(version, 1)), limit: 1) {
                position = event.position
            }
        } catch {
            // The error names the version, by which the event is found once the log can be read again.
        }
        return RecordedNotShown(
            stream: stream, version: version, position: position, repeatOption: repeatOption, cause: cause)
    }
}
