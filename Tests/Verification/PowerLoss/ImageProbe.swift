import DiskTracing
import Nacre

/// Asks questions one after the other, and collects the results.
struct ImageProbe {
    /// The file with a damaged page: damage of derived files must not affect answers from a sound log.
    let damagedFile: String
    private(set) var result = DamagedImage.Result()

    private static let refusals: [EventStoreError.Code] = [
        .damaged, .inputOutput, .diskFull, .appendsStopped, .eventsLost, .notAStore, .noSuchStore, .cannotCreate,
    ]

    init(damagedFile: String) {
        self.damagedFile = damagedFile
    }

    /// Whether the damage explains an error, and the error locates it.
    private func explains(_ error: EventStoreError) -> Bool {
        guard Self.refusals.contains(error.code) else { return false }
        if damagedFile != "log.mdb" { return "\(error)".contains(damagedFile) }
        return error.position != nil || "\(error)".contains(".mdb")
    }

    /// Asks a question.
    ///
    /// - Returns: The answer; `nil` if it was refused or wrong.
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
