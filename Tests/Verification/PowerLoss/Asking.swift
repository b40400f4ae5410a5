import DiskTracing
import Nacre

/// Asks one thing after another, and keeps what came of it.
struct Asking {
    /// The file of which a page is damaged: what is derived from a sound log is no reason to refuse the log.
    let damagedFile: String
    private(set) var result = DamagedImage.Result()

    private static let refusals: [EventStoreError.Code] = [
        .damaged, .inputOutput, .diskFull, .appendsStopped, .eventsLost, .notAStore, .noSuchStore, .cannotCreate,
    ]

    init(damagedFile: String) {
        self.damagedFile = damagedFile
    }

    /// Whether the damage can be the reason of an error, and the error says where it is.
    private func explains(_ error: EventStoreError) -> Bool {
        guard Self.refusals.contains(error.code) else { return false }
        if damagedFile != "log.mdb" { return "\(error)".contains(damagedFile) }
        return error.position != nil || "\(error)".contains(".mdb")
    }

    /// Asks something.
    ///
    /// - Returns: The answer; `nil` where it was refused, rightly or not, or wrong.
    @discardableResult
    mutating func ask<Answer>(_ what: String, _ body: () async throws -> Answer) async -> Answer? {
        do {
            let answer = try await body()
            result.right += 1
            return answer
        } catch let error as EventStoreError where explains(error) {
            result.refused += 1
        } catch {
            result.wrong.append("\(what): \(error)")
        }
        return nil
    }
}
