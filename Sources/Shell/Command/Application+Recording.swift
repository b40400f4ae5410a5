import ItemsDomain
import Nacre
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

extension Application {
    /// Runs a use case, and tells what is recorded from what failed behind that.
    ///
    /// - Parameters:
    ///   - again: The option by which a repetition of the command is known, where it would not be known otherwise.
    ///   - body: The use case.
    /// - Returns: What it returns.
    /// - Throws: ``RecordedNotShown`` where what was wanted is recorded; otherwise what the use case throws, which names
    ///   the option where it is unknown whether it is.
    func recording<Result>(again: String? = nil, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await Runtime.recording(again: again, body)
        } catch let error as ItemError where error.code == .notShown {
            guard let id = error.id, let version = error.version else { throw error }
            throw await recorded(ItemArgument.stream(of: id), version, again, error.cause ?? error)
        } catch let error as ProfileError where error.code == .notShown {
            guard let user = error.user, let version = error.version else { throw error }
            throw await recorded(UserArgument.stream(of: user), version, again, error.cause ?? error)
        }
    }

    private func recorded(
        _ stream: StreamName, _ version: StreamVersion, _ again: String?, _ cause: any Error
    ) async -> RecordedNotShown {
        var position: Position?
        do {
            for try await event in store.read(stream, .forward(after: version - min(version, 1)), limit: 1) {
                position = event.position
            }
        } catch {
            // The version says as much, to who can read the log again.
        }
        return RecordedNotShown(stream: stream, version: version, position: position, again: again, cause: cause)
    }
}
