public import DomainKit
public import ItemsDomain
import Logging
import Nacre
public import NacreRuntime
public import ProfileDomain

extension Application {
    /// How the features run on a store.
    public struct Options: Sendable {
        /// Whether a welcome item is created for every profile that is set up, including past ones.
        ///
        /// `Runtime.react(progress:)` and `Runtime.runProcesses()` create it, not the set-up itself.
        public var welcomesProfiles: Bool

        /// Whether mails to accounts are requested: confirmations, notices and resets of passwords.
        ///
        /// `Runtime.react(progress:)` and `Runtime.runProcesses()` request them; the relay of
        /// ``Application/mailRelay(for:sender:texts:notice:)`` sends them.
        public var requestsMail: Bool

        /// Seals what is personal in events and read models: the fields of profiles, and the names of items that have an
        /// owner; `nil` to write them in clear.
        ///
        /// What was sealed can be read only with the same keys. It is that of the accounts' secrets, so that deleting an
        /// account erases it.
        public var sealing: (any PersonalDataSealing)?

        /// Whether a changed item is shown from its own events, if they are few, instead of its read model.
        ///
        /// For servers: a read model that every change waits for is updated for each of them. The answer then does not
        /// tell that the read model is behind, such as one whose projection halted.
        public var answersFromEvents: Bool

        /// The generator of new items' ids.
        public var idGenerator: any IDGenerator

        /// Replaces the log as the storage of items, for example `.inMemory(time:)`: for tests of code that uses items.
        ///
        /// The use cases then use it exclusively. The log, its read models, queries of the past and process managers do
        /// not see its contents.
        public var itemStorage: ItemStorage?

        /// Replaces the log as the storage of profiles, like ``itemStorage``.
        public var profileStorage: ProfileStorage?

        /// The runtime's options: retries of use cases and process managers after a conflict, and the logger.
        public var runtime: Runtime.Options

        /// Creates options; the defaults suit production.
        public init(
            welcomesProfiles: Bool = false, requestsMail: Bool = false, sealing: (any PersonalDataSealing)? = nil,
            answersFromEvents: Bool = false, idGenerator: any IDGenerator = RandomIDGenerator(),
            itemStorage: ItemStorage? = nil, profileStorage: ProfileStorage? = nil,
            runtime: Runtime.Options = Runtime.Options()
        ) {
            self.welcomesProfiles = welcomesProfiles
            self.requestsMail = requestsMail
            self.sealing = sealing
            self.answersFromEvents = answersFromEvents
            self.idGenerator = idGenerator
            self.itemStorage = itemStorage
            self.profileStorage = profileStorage
            self.runtime = runtime
        }

        /// Logs why a snapshot could not be read or stored; commands continue without it, more slowly.
        @Sendable func logSnapshotFailure(of stream: StreamName, error: any Error) {
            runtime.logger.notice(
                "a snapshot could not be read or stored: \(error)", metadata: ["stream": "\(stream)"])
        }
    }
}
