import DomainKit
import FeatureTesting
import Foundation
import ItemsDomain
import NacreRuntime
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@testable import Shell

/// The behaviour tests of the features, run on the application's own composition.
@Suite(.fewAtOnce)
struct FeaturesOfApplicationTests {
    /// A composition of the application.
    enum Composition: CaseIterable {
        case live
        case inMemory
        case withRepositoriesInMemory
    }

    /// The lines of the application that create its storages, replaced as its documentation describes.
    private struct Swapped {
        let itemStorage: ItemStorage
        let profileStorage: ProfileStorage

        init(time: any TimeSource) {
            itemStorage = .inMemory(time: time)
            profileStorage = .inMemory(time: time)
        }
    }

    /// Runs a body on an empty application.
    private func withApplication(
        _ composition: Composition, at time: ManualTimeSource, _ body: (Application) async throws -> Void
    ) async throws {
        var options = Application.Options()
        options.runtime.conflictRetry = ConflictRetry(attempts: 100)
        let folder = try TemporaryStore()
        let application: Application
        switch composition {
        case .live: application = try await folder.open(time: time, options)
        case .inMemory: application = try Application.inMemory(time: time, options: options)
        case .withRepositoriesInMemory:
            let swapped = Swapped(time: time)
            options.itemStorage = swapped.itemStorage
            options.profileStorage = swapped.profileStorage
            application = try Application.inMemory(time: time, options: options)
        }
        do {
            try await body(application)
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }

    @Test
    func `the application creates each storage in one line, which the tested line replaces`() throws {
        let here = URL(filePath: #filePath)
        let root = (0..<5).reduce(here) { url, _ in url.deletingLastPathComponent() }
        let application = try String(
            contentsOf: root.appending(path: "Sources/Shell/Application/Application.swift"), encoding: .utf8)
        let tests = try String(contentsOf: here, encoding: .utf8)
        #expect(application.contains("`itemStorage = .inMemory(time: time)`"))
        for (storage, inLog) in [("itemStorage", "itemsInLog"), ("profileStorage", "profilesInLog")] {
            // Nothing else wires the storage: a value that is unused once the line is replaced would not compile.
            let lines = application.split(separator: "\n").filter {
                $0.contains(" \(storage) = ") && !$0.contains("///")
            }
            #expect(lines.count == 1)
            #expect(lines.first == "        \(storage) = options.\(storage) ?? \(inLog)")
            #expect(tests.contains("\n            \(storage) = .inMemory(time: time)\n"))
        }
    }

    @Test(arguments: Composition.allCases, ItemBehaviours.all)
    func `the application's items behave`(_ composition: Composition, _ behaviour: Behaviour<ItemStores>) async throws {
        let time = ManualTimeSource()
        try await withApplication(composition, at: time) { application in
            try await behaviour.verify(
                on: ItemStores(application.itemStorage, time: time, useCases: application.items(for:)))
        }
    }

    @Test(arguments: Composition.allCases, ProfileBehaviours.all)
    func `the application's profiles behave`(
        _ composition: Composition, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await withApplication(composition, at: time) { application in
            try await behaviour.verify(
                on: ProfileStores(application.profileStorage, profiles: application.profiles, time: time))
        }
    }
}
