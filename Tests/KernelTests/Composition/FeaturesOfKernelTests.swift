import DomainKit
import FeatureTesting
import Foundation
import ItemsDomain
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@testable import Kernel

/// What is asked of the features, asked of them as the kernel puts them together.
@Suite(.fewAtOnce)
struct FeaturesOfKernelTests {
    /// How a kernel is put together.
    enum Composition: CaseIterable {
        case live
        case inMemory
        case withRepositoriesInMemory
    }

    /// The lines of the kernel that make its storages, swapped as its documentation says.
    private struct Swapped {
        let itemStorage: ItemStorage
        let profileStorage: ProfileStorage

        init(time: any TimeSource) {
            itemStorage = .inMemory(time: time)
            profileStorage = .inMemory(time: time)
        }
    }

    /// Does something with an empty kernel.
    private func withKernel(
        _ composition: Composition, at time: ManualTimeSource, _ body: (Kernel) async throws -> Void
    ) async throws {
        var options = Kernel.Options(mapSize: 64 << 20, derivedMapSize: 32 << 20, timeSource: time)
        options.conflictRetry = ConflictRetry(attempts: 100)
        let folder = try TemporaryStore()
        let kernel: Kernel
        switch composition {
        case .live: kernel = try await Kernel.live(at: folder.path, options: options)
        case .inMemory: kernel = Kernel.inMemory(options: options)
        case .withRepositoriesInMemory:
            let swapped = Swapped(time: time)
            options.itemStorage = swapped.itemStorage
            options.profileStorage = swapped.profileStorage
            kernel = Kernel.inMemory(options: options)
        }
        do {
            try await body(kernel)
        } catch {
            await kernel.close()
            throw error
        }
        await kernel.close()
    }

    @Test
    func `each storage is made by one line of the kernel, which is swapped by the one that is tested here`() throws {
        let here = URL(filePath: #filePath)
        let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
        let kernel = try String(contentsOf: root.appending(path: "Sources/Kernel/Kernel.swift"), encoding: .utf8)
        let tests = try String(contentsOf: here, encoding: .utf8)
        #expect(kernel.contains("`itemStorage = .inMemory(time: time)`"))
        for storage in ["itemStorage", "profileStorage"] {
            // Nothing else of the wiring is left over where it is swapped: an unused value would not compile.
            let lines = kernel.split(separator: "\n").filter { $0.contains(" \(storage) = ") && !$0.contains("///") }
            #expect(lines.count == 1)
            #expect(lines.first?.hasPrefix("        \(storage) = options.\(storage) ?? .inLog(store, ") == true)
            #expect(tests.contains("\n            \(storage) = .inMemory(time: time)\n"))
        }
    }

    @Test(arguments: Composition.allCases, ItemBehaviours.all)
    func `the kernel's items behave`(_ composition: Composition, _ behaviour: Behaviour<ItemStores>) async throws {
        let time = ManualTimeSource()
        try await withKernel(composition, at: time) { kernel in
            try await behaviour.verify(on: ItemStores(kernel.itemStorage, items: kernel.items, time: time))
        }
    }

    @Test(arguments: Composition.allCases, ProfileBehaviours.all)
    func `the kernel's profiles behave`(
        _ composition: Composition, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await withKernel(composition, at: time) { kernel in
            try await behaviour.verify(
                on: ProfileStores(kernel.profileStorage, profiles: kernel.profiles, time: time))
        }
    }
}
