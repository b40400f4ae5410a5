public import DomainKit
public import ItemsDomain
public import Logging
import Nacre
import NacreRuntime
public import ProfileDomain

extension Application {
    /// How the features are put on a store.
    public struct Options: Sendable {
        /// Whether an item is created for every profile whose identity is completed, those of the past included.
        ///
        /// It is created by `Runtime.react(progress:)` and `Runtime.runProcesses()`, not by setting the profile up.
        public var welcomesProfiles: Bool

        /// Where the identities of new items come from.
        public var idGenerator: any IDGenerator

        /// How often a use case decides again where another one was faster.
        public var conflictRetry: ConflictRetry

        /// Where items are kept in place of the log, such as `.inMemory(time:)`: for tests of what stands on them.
        ///
        /// The use cases know no other place. The log, its read models, the past and the process managers know nothing of
        /// what is kept there.
        public var itemStorage: ItemStorage?

        /// Where profiles are kept in place of the log, as items are in ``itemStorage``.
        public var profileStorage: ProfileStorage?

        /// Where it is said what happens on the application's own account, derived data that is rebuilt or a projection
        /// that halts: nowhere, unless one is given.
        public var logger: Logger

        /// Makes options; each has a default that suits a store in production.
        public init(
            welcomesProfiles: Bool = false, idGenerator: any IDGenerator = RandomIDGenerator(),
            conflictRetry: ConflictRetry = ConflictRetry(), itemStorage: ItemStorage? = nil,
            profileStorage: ProfileStorage? = nil,
            logger: Logger = Logger(label: "nacre", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            self.welcomesProfiles = welcomesProfiles
            self.idGenerator = idGenerator
            self.conflictRetry = conflictRetry
            self.itemStorage = itemStorage
            self.profileStorage = profileStorage
            self.logger = logger
        }

        /// The part of the options that is the runtime's.
        var ofRuntime: Runtime.Options { Runtime.Options(conflictRetry: conflictRetry, logger: logger) }

        /// Says why a snapshot could not be read or kept: commands go on without, more slowly.
        @Sendable func tell(ofSnapshot stream: StreamName, error: any Error) {
            logger.notice("a snapshot could not be read or kept: \(error)", metadata: ["stream": "\(stream)"])
        }
    }
}
