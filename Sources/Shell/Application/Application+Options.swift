public import DomainKit
public import ItemsDomain
import Logging
import Nacre
public import NacreRuntime
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

        /// Where items are kept in place of the log, such as `.inMemory(time:)`: for tests of what stands on them.
        ///
        /// The use cases know no other place. The log, its read models, the past and the process managers know nothing of
        /// what is kept there.
        public var itemStorage: ItemStorage?

        /// Where profiles are kept in place of the log, as items are in ``itemStorage``.
        public var profileStorage: ProfileStorage?

        /// How they are run: how often a use case or a process manager decides again on a conflict, and what is logged.
        public var runtime: Runtime.Options

        /// Makes options; each has a default that suits a store in production.
        public init(
            welcomesProfiles: Bool = false, idGenerator: any IDGenerator = RandomIDGenerator(),
            itemStorage: ItemStorage? = nil, profileStorage: ProfileStorage? = nil,
            runtime: Runtime.Options = Runtime.Options()
        ) {
            self.welcomesProfiles = welcomesProfiles
            self.idGenerator = idGenerator
            self.itemStorage = itemStorage
            self.profileStorage = profileStorage
            self.runtime = runtime
        }

        /// Says why a snapshot could not be read or kept: commands go on without, more slowly.
        @Sendable func tell(ofSnapshot stream: StreamName, error: any Error) {
            runtime.logger.notice(
                "a snapshot could not be read or kept: \(error)", metadata: ["stream": "\(stream)"])
        }
    }
}
