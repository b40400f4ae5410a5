import ArgumentParser
import AuthDomain
import AuthSecrets
import AuthSessions
import DomainKit
import ItemsDomain
import Nacre
import ProfileDomain
import Testing

@testable import NacreCLI
@testable import NacreTool

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Exit statuses")
struct ExitStatusTests {
    @Test(
        "the errors of a store",
        arguments: [
            (.conflict, 2), (.invalidArgument, 65), (.idempotencyMismatch, 65), (.noSuchPosition, 65),
            (.damaged, 65), (.notAStore, 65), (.newerFormat, 65), (.noSuchStore, 66), (.cannotCreate, 73),
            (.inputOutput, 74), (.diskFull, 74), (.appendsStopped, 74), (.closed, 1), (.projectionHalted, 1),
            (.newerReadModel, 65),
            (.eventsLost, 65), (.otherProjection, 65),
        ] as [(EventStoreError.Code, Int32)])
    func store(code: EventStoreError.Code, status: Int32) {
        #expect(ExitStatus(of: EventStoreError(code, "")).code == status)
    }

    @Test(
        "the errors of files",
        arguments: [
            (.noSuchFile, ENOENT, 66), (.cannotCreate, EACCES, 73), (.inputOutput, EIO, 74), (.inputOutput, ENOSPC, 74),
        ] as [(FileError.Code, Int32, Int32)])
    func file(code: FileError.Code, systemError: Int32, status: Int32) {
        #expect(ExitStatus(of: FileError(code, "", systemError: systemError)).code == status)
    }

    @Test("a closed output pipe is not a failure")
    func brokenPipe() {
        #expect(ExitStatus(of: FileError(.inputOutput, "", systemError: EPIPE)) == .success)
    }

    @Test(
        "the errors of commands",
        arguments: [
            (.noSuchStream, 66), (.noSuchProjection, 66), (.noSuchProcess, 66), (.badInput, 65),
            (.faultsFound, 65),
        ] as [(CommandError.Code, Int32)])
    func command(code: CommandError.Code, status: Int32) {
        #expect(ExitStatus(of: CommandError(code, "")).code == status)
    }

    @Test(
        "the errors of items",
        arguments: [(.notFound, 66), (.alreadyExists, 1), (.deleted, 1), (.notShown, 3)] as [(ItemError.Code, Int32)])
    func item(code: ItemError.Code, status: Int32) {
        #expect(NacreProgram.status(of: ItemError(code: code)).code == status)
    }

    @Test(
        "the errors of profiles",
        arguments: [
            (.notFound, 66), (.alreadyComplete, 1), (.screenNameTaken, 2), (.notShown, 3),
        ] as [(ProfileError.Code, Int32)])
    func profile(code: ProfileError.Code, status: Int32) {
        #expect(NacreProgram.status(of: ProfileError(code: code)).code == status)
    }

    @Test(
        "the errors of accounts",
        arguments: [
            (.invalidCredentials, 77), (.sessionExpired, 77), (.notAllowed, 77), (.networkUnreachable, 69),
            (.notFound, 66), (.linkInvalid, 65), (.emailTaken, 2), (.notConfirmed, 1), (.locked, 1), (.busy, 1),
            (.serverError, 1),
        ] as [(AuthError.Code, Int32)])
    func account(code: AuthError.Code, status: Int32) {
        #expect(NacreProgram.status(of: AuthError(code: code)).code == status)
    }

    @Test(
        "the errors of the secret store",
        arguments: [
            (.damaged, 65), (.mismatched, 65), (.newerFormat, 65), (.exposed, 65), (.otherLog, 65), (.otherHistory, 65),
            (.missing, 66), (.noSecrets, 66), (.inputOutput, 74), (.outOfMemory, 1),
        ] as [(SecretsError.Code, Int32)])
    func secrets(code: SecretsError.Code, status: Int32) {
        #expect(NacreProgram.status(of: SecretsError(code, "")).code == status)
    }

    @Test(
        "the errors of kept sessions",
        arguments: [
            (.exposed, 65), (.damaged, 65), (.inputOutput, 74), (.keychain, 1),
        ] as [(SessionStorageError.Code, Int32)])
    func sessions(code: SessionStorageError.Code, status: Int32) {
        #expect(NacreProgram.status(of: SessionStorageError(code, "")).code == status)
        #expect(NacreProgram.status(of: NotSignedIn(place: SessionPlace(store: "/s"))).code == 77)
    }

    @Test("a conflict of a use case, after its retries")
    func concurrency() {
        #expect(ExitStatus(of: ConcurrencyConflict(stream: "item-1", expected: 1, actual: 2)) == .conflict)
    }

    @Test("bad input")
    func badInput() throws {
        let validation = DomainKit.ValidationError(ValidationFailure(field: "name", value: "", message: "is empty"))
        #expect(ExitStatus(of: validation) == .badData)
        #expect(ExitStatus(of: TimeError(code: .unreal, message: "")) == .badData)
        #expect(ExitStatus(of: ImportError(.badLine, line: 1, "")) == .badData)
        let line = #expect(throws: NDJSONError.self) { try NDJSON.decode([1]) }
        #expect(ExitStatus(of: try #require(line)) == .badData)
        let json = #expect(throws: JSONError.self) { try JSONReader.validate([UInt8]().span) }
        #expect(ExitStatus(of: try #require(json)) == .badData)
    }

    @Test("any other error exits with 1")
    func other() {
        struct Other: Error {}
        #expect(ExitStatus(of: Other()) == .failure)
        #expect(ExitStatus(of: CancellationError()) == .failure)
    }
}
