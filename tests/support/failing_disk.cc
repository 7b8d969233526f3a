#include "tests/support/failing_disk.h"

#include <sqlite3.h>

#include <cstring>
#include <map>

namespace busbar {
namespace {

// SQLite calls plain functions, so the state is the file's own.
struct Disk {
  sqlite3_vfs* real = nullptr;
  sqlite3_vfs shim{};
  std::uint64_t left = 0;  // operations until the failure; 0: none
  bool has_failed = false;
};
Disk disk;

struct File {
  sqlite3_file shim;
  sqlite3_io_methods methods;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File* file_of(sqlite3_file* file) {
  return reinterpret_cast<File*>(file);
}

bool is_time_to_fail() {
  if (disk.left == 0 || --disk.left > 0) return false;
  disk.has_failed = true;
  return true;
}

int close_file(sqlite3_file* f) {
  sqlite3_file* real = file_of(f)->real();
  return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}
int read_file(sqlite3_file* f, void* to, int count, sqlite3_int64 at) {
  return file_of(f)->real()->pMethods->xRead(file_of(f)->real(), to, count, at);
}
int write_file(sqlite3_file* f, const void* from, int count, sqlite3_int64 at) {
  if (is_time_to_fail()) return SQLITE_FULL;
  return file_of(f)->real()->pMethods->xWrite(file_of(f)->real(), from, count, at);
}
int truncate_file(sqlite3_file* f, sqlite3_int64 size) {
  return file_of(f)->real()->pMethods->xTruncate(file_of(f)->real(), size);
}
int sync_file(sqlite3_file* f, int flags) {
  if (is_time_to_fail()) return SQLITE_IOERR_FSYNC;
  return file_of(f)->real()->pMethods->xSync(file_of(f)->real(), flags);
}
int size_of_file(sqlite3_file* f, sqlite3_int64* size) {
  return file_of(f)->real()->pMethods->xFileSize(file_of(f)->real(), size);
}
int lock_file(sqlite3_file* f, int level) {
  return file_of(f)->real()->pMethods->xLock(file_of(f)->real(), level);
}
int unlock_file(sqlite3_file* f, int level) {
  return file_of(f)->real()->pMethods->xUnlock(file_of(f)->real(), level);
}
int check_lock(sqlite3_file* f, int* out) {
  return file_of(f)->real()->pMethods->xCheckReservedLock(file_of(f)->real(), out);
}
int control_file(sqlite3_file* f, int op, void* argument) {
  return file_of(f)->real()->pMethods->xFileControl(file_of(f)->real(), op, argument);
}
int sector_size(sqlite3_file* f) {
  return file_of(f)->real()->pMethods->xSectorSize(file_of(f)->real());
}
int characteristics(sqlite3_file* f) {
  return file_of(f)->real()->pMethods->xDeviceCharacteristics(file_of(f)->real());
}
int map_shared(sqlite3_file* f, int page, int size, int extend, void volatile** to) {
  return file_of(f)->real()->pMethods->xShmMap(file_of(f)->real(), page, size, extend, to);
}
int lock_shared(sqlite3_file* f, int offset, int count, int flags) {
  return file_of(f)->real()->pMethods->xShmLock(file_of(f)->real(), offset, count, flags);
}
void barrier_shared(sqlite3_file* f) {
  file_of(f)->real()->pMethods->xShmBarrier(file_of(f)->real());
}
int unmap_shared(sqlite3_file* f, int remove) {
  return file_of(f)->real()->pMethods->xShmUnmap(file_of(f)->real(), remove);
}

int open_file(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* f, int flags, int* out) {
  File* file = file_of(f);
  std::memset(file, 0, sizeof(File));
  const int code = disk.real->xOpen(disk.real, name, file->real(), flags, out);
  if (code != SQLITE_OK || !file->real()->pMethods) return code;
  file->methods = {2,
                   close_file,
                   read_file,
                   write_file,
                   truncate_file,
                   sync_file,
                   size_of_file,
                   lock_file,
                   unlock_file,
                   check_lock,
                   control_file,
                   sector_size,
                   characteristics,
                   map_shared,
                   lock_shared,
                   barrier_shared,
                   unmap_shared,
                   nullptr,
                   nullptr};
  file->shim.pMethods = &file->methods;
  return SQLITE_OK;
}

}  // namespace

FailingDisk::FailingDisk() {
  disk = Disk{};
  disk.real = sqlite3_vfs_find(nullptr);
  disk.shim = *disk.real;
  disk.shim.zName = "failing";
  disk.shim.pNext = nullptr;
  disk.shim.szOsFile = static_cast<int>(sizeof(File)) + disk.real->szOsFile;
  disk.shim.xOpen = open_file;
  sqlite3_vfs_register(&disk.shim, 1);
}

FailingDisk::~FailingDisk() {
  sqlite3_vfs_unregister(&disk.shim);
  sqlite3_vfs_register(disk.real, 1);
}

void FailingDisk::fail_at(std::uint64_t operation) {
  disk.left = operation;
  disk.has_failed = false;
}
void FailingDisk::heal() {
  disk.left = 0;
}
bool FailingDisk::has_failed() const {
  return disk.has_failed;
}

}  // namespace busbar
